import type { ReactNode } from "react";

/** A widget, or a few of a kind, with the states worth looking at. */
export interface GalleryEntry {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string;
  readonly states: readonly GalleryState[];
}

export interface GalleryState {
  readonly title: string;
  readonly content: ReactNode;
}

/** Longer than any place for it. */
export const longText =
  "A very long name that does not fit on a single line of any table, card or menu in the dashboard";
