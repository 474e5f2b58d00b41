import { createContext } from "react";

/** Where what was typed into forms is kept; the composition root provides it, for the person and team of the session. */
export interface Drafts {
  /** What was kept under the key, unless it is too old; undefined also where nothing can be kept. */
  readonly read: (key: string) => Promise<unknown>;
  readonly keep: (key: string, values: unknown) => void;
  readonly drop: (key: string) => void;
}

export const DraftContext = createContext<Drafts | undefined>(undefined);
