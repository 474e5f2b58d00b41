import { useEffect, useLayoutEffect } from "react";
import { createStore } from "../lib/store.ts";

/** A screen's title that overrides the declared one. */
export const pageTitle = createStore<string | undefined>(undefined);

/** Sets the screen's document title and last breadcrumb. */
export const usePageTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (title === undefined) return undefined;
    pageTitle.set(title);
    return () => pageTitle.set(undefined);
  }, [title]);
};

export interface OwnCrumb {
  readonly label: string;
  readonly to: string;
}

/** A screen's breadcrumbs below the list, overriding those of its URL. */
export const pageCrumbs = createStore<readonly OwnCrumb[] | undefined>(undefined);

/** Sets the last breadcrumbs, in place of the URL's segments. `steps` must be memoized. */
export const usePageCrumbs = (steps: readonly OwnCrumb[]): void => {
  useLayoutEffect(() => {
    pageCrumbs.set(steps);
    return () => pageCrumbs.set(undefined);
  }, [steps]);
};
