/** The part of notices that the first screen loads; the rest loads later. */
import { createStore } from "../../../lib/store.ts";

export interface Unread {
  readonly unread: number;
  /** Whether the notice bar has something to show. */
  readonly inBar: boolean;
}

/** Stored while the notice bar has something to show: the next page makes room for it. */
export const noticeBarKey = "noticeBar";

/** Gives the page room for the notice bar if it has something to show. Before the first paint: early/start.ts. */
export const makeRoomForNotices = (): void =>
  void document.documentElement.toggleAttribute("data-notices", localStorage.getItem(noticeBarKey) !== null);

export const unreadStore = createStore<Unread>({ unread: 0, inBar: false });
