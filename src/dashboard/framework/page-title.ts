import { useEffect, useLayoutEffect } from "react";
import { createStore } from "../lib/store.ts";

/** A title that a screen gave itself, in place of the declared one. */
export const pageTitle = createStore<string | undefined>(undefined);

/** Names the screen after what it shows, once that is known: document title and last breadcrumb. */
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

/** The steps below the list on the way to the screen, where the screen knows them better than its address says. */
export const pageCrumbs = createStore<readonly OwnCrumb[] | undefined>(undefined);

/** Gives the last breadcrumbs, in place of the address's segments. `steps` must keep its identity while it is the same. */
export const usePageCrumbs = (steps: readonly OwnCrumb[]): void => {
  useLayoutEffect(() => {
    pageCrumbs.set(steps);
    return () => pageCrumbs.set(undefined);
  }, [steps]);
};
