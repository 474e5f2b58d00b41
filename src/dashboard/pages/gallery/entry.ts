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
  "A name that somebody made so long that it fits into no line of any table, card or menu there is";
