import { useEffect } from "react";
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
