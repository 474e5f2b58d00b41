/** All that the first screen knows of notices; the rest is loaded once the screen has stood for a while. */
import { createStore } from "../../lib/store.ts";

export interface Standing {
  readonly unread: number;
  /** Whether there is something for the notice bar. */
  readonly inBar: boolean;
}

export const standing = createStore<Standing>({ unread: 0, inBar: false });
