/** Reads picked files and folders with their handles, by which some browsers can read them again in a later visit. */
import { collectTransfer, metadataFiles } from "./collect.ts";
import type { UploadItem } from "./upload-item.ts";

/** Returns the files of handles, including all files in folders. */
export const collectHandles = async (handles: readonly FileSystemHandle[]): Promise<UploadItem[]> => {
  const collected: UploadItem[] = [];
  for (const handle of handles) {
    if (isDirectory(handle)) await walk(handle, `${handle.name}/`, handle, collected);
    else if (isFile(handle)) collected.push({ path: handle.name, file: await handle.getFile(), handle });
  }
  return collected;
};

/**
 * Reads a drop or paste, with handles if the browser provides them for all its entries. Like `collectTransfer` it reads
 * the entries synchronously.
 */
export const collectTransferHandles = async (transfer: DataTransfer): Promise<UploadItem[]> => {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === "file");
  const pendingHandles = items.map(handleOf);
  const plain = collectTransfer(transfer);
  const handles = (await Promise.all(pendingHandles)).filter((handle) => handle !== null);
  if (handles.length === 0 || handles.length < items.length) return plain;
  plain.catch(() => undefined);
  return collectHandles(handles);
};

const handleOf = async (item: DataTransferItem): Promise<FileSystemHandle | null> =>
  (await item.getAsFileSystemHandle?.().catch(() => null)) ?? null;

const isDirectory = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === "directory";
const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === "file";

const walk = async (
  folder: FileSystemDirectoryHandle,
  path: string,
  root: FileSystemDirectoryHandle,
  collected: UploadItem[],
): Promise<void> => {
  for await (const handle of folder.values()) {
    if (metadataFiles.has(handle.name)) continue;
    if (isDirectory(handle)) await walk(handle, `${path}${handle.name}/`, root, collected);
    else if (isFile(handle)) collected.push({ path: path + handle.name, file: await handle.getFile(), handle, root });
  }
};
