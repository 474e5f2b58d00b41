/** Sources of queued files' bytes: files picked in this visit, or file handles stored by the browser. */
import type { QueuedFile } from "./queued-file.ts";

export type Source = { readonly file: File } | { readonly required: "choose" | "allow" };

export interface FileSource {
  of(queued: QueuedFile): Promise<Source>;
}

/** `files`: those of this visit, by their ids in the queue. */
export const createFileSource = (files: ReadonlyMap<string, File>): FileSource => ({
  of: async (queued) => {
    const picked = files.get(queued.id);
    if (picked) return { file: picked };
    const { handle } = queued;
    if (!handle) return { required: "choose" };
    try {
      if ((await permissionOf(handle)) !== "granted") return { required: "allow" };
      const file = await handle.getFile();
      const isSame = file.size === queued.sizeBytes && file.lastModified === queued.lastModifiedMs;
      return isSame ? { file } : { required: "choose" };
    } catch {
      return { required: "choose" };
    }
  },
});

/** Requests read permission from the user; must be called from a click. */
export const requestRead = async ({ handle, root }: QueuedFile): Promise<boolean> =>
  (await (root ?? handle)?.requestPermission?.({ mode: "read" })) === "granted";

const permissionOf = async (handle: FileSystemFileHandle): Promise<PermissionState> =>
  (await handle.queryPermission?.({ mode: "read" })) ?? "granted";
