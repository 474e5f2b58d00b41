/** The part of notices that the first screen loads; the rest loads later. */
import { createStore } from "../../../lib/store.ts";

export interface Unread {
  readonly unread: number;
  /** Whether the notice bar has something to show. */
  readonly inBar: boolean;
}

/** Stored while the notice bar has something to show. */
export const noticeBarKey = "noticeBar";

export const unreadStore = createStore<Unread>({ unread: 0, inBar: false });
