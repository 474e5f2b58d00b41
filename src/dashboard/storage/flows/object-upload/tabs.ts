/** Messages between the tabs of a browser about the queue. Only one tab sends; all show it and accept commands. */
import type { LiveFiles } from "./queued-file.ts";

export type TabMessage =
  /** Entries of the store were added, changed or removed. */
  | { readonly type: "changed"; readonly ids: readonly string[] }
  | { readonly type: "live"; readonly live: LiveFiles; readonly bytesPerSecond: number }
  /** Selected files: the sending tab needs their bytes. */
  | { readonly type: "files"; readonly files: ReadonlyMap<string, File> }
  /** Asks the others for the files they have. */
  | { readonly type: "hello" };

export interface Tabs {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
}

export const openTabs = (name: string): Tabs => {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
    },
  };
};
