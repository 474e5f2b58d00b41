import type { ReactNode } from "react";

/** A widget or a group of similar widgets, with their states. */
export interface GalleryEntry {
  /** Anchor in the page. */
  readonly id: string;
  readonly title: string;
  readonly states: readonly GalleryState[];
}

export interface GalleryState {
  readonly title: string;
  readonly content: ReactNode;
}

/** Longer than any layout fits on one line. */
export const longText =
  "A very long name that does not fit on a single line of any table, card or menu in the dashboard";
