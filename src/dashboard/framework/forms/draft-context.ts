import { createContext } from "react";

/** Storage of form drafts, provided by the composition root for the session's user and team. */
export interface Drafts {
  /** Returns the draft of a key; undefined if expired or if storage is unavailable. */
  readonly read: (key: string) => Promise<unknown>;
  readonly keep: (key: string, values: unknown) => void;
  readonly drop: (key: string) => void;
}

export const DraftContext = createContext<Drafts | undefined>(undefined);
