/** Sources of queued files' bytes: files picked in this visit, or file handles stored by the browser. */
import type { QueuedFile } from "./queued-file.ts";

export type Source = { readonly file: File } | { readonly wants: "choose" | "allow" };

export interface FileSource {
  of(queued: QueuedFile): Promise<Source>;
}

/** `files`: those of this visit, by their ids in the queue. */
export const createFileSource = (files: ReadonlyMap<string, File>): FileSource => ({
  of: async (queued) => {
    const known = files.get(queued.id);
    if (known) return { file: known };
    const { handle } = queued;
    if (!handle) return { wants: "choose" };
    try {
      if ((await permissionOf(handle)) !== "granted") return { wants: "allow" };
      const file = await handle.getFile();
      const isSame = file.size === queued.sizeBytes && file.lastModified === queued.lastModifiedMs;
      return isSame ? { file } : { wants: "choose" };
    } catch {
      return { wants: "choose" };
    }
  },
});

/** Requests read permission from the user; must be called from a click. */
export const askToRead = async ({ handle, root }: QueuedFile): Promise<boolean> =>
  (await (root ?? handle)?.requestPermission?.({ mode: "read" })) === "granted";

const permissionOf = async (handle: FileSystemFileHandle): Promise<PermissionState> =>
  (await handle.queryPermission?.({ mode: "read" })) ?? "granted";
