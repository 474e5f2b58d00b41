import { useSyncExternalStore } from "react";
import { createStore } from "../../lib/store.ts";

/** Where the storage browser hands files over that are to be sent into a folder. */
export interface Uploads {
  /** Lets the person choose files. */
  readonly pick: (bucket: string, prefix: string) => void;
  /** Takes what was dropped, or pasted. */
  readonly take: (bucket: string, prefix: string, transfer: DataTransfer) => void;
}

/** Whoever sends files puts itself here; while nobody does, the screens offer neither the button nor the drop target. */
export const uploads = createStore<Uploads | undefined>(undefined);

export const useUploads = (): Uploads | undefined => useSyncExternalStore(uploads.subscribe, uploads.get);
