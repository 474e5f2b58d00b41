/**
 * Reads dropped, pasted or picked files into a flat list. Folders are traversed in steps, so that ten thousand files do
 * not block the page.
 */
import type { UploadItem } from "./upload-item.ts";

/** Operating systems' metadata files, which are never uploaded. */
export const metadataFiles = new Set([".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX"]);

const stepMs = 12;

/** Called with the number of files found so far. */
export type OnFound = (count: number) => void;

/** Reads the files of an `<input type="file">`, with or without `webkitdirectory`. */
export const collectFiles = (files: Iterable<File>): UploadItem[] =>
  Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file })).filter(
    ({ path }) => !path.split("/").some((name) => metadataFiles.has(name)),
  );

/**
 * Reads a drop or paste. The browser clears the transfer when the event ends, so its entries are read synchronously;
 * traversal continues afterwards.
 */
export const collectTransfer = (transfer: DataTransfer, onFound: OnFound = () => undefined): Promise<UploadItem[]> => {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve(collectFiles(transfer.files));
  return walk(entries, onFound);
};

const walk = async (roots: readonly FileSystemEntry[], onFound: OnFound): Promise<UploadItem[]> => {
  const collected: UploadItem[] = [];
  const waiting = [...roots].toReversed();
  let stepStart = performance.now();
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    if (metadataFiles.has(entry.name)) continue;
    if (isDirectory(entry)) waiting.push(...(await childrenOf(entry)).toReversed());
    else if (isFile(entry)) collected.push({ path: entry.fullPath.replace(/^\//, ""), file: await fileOf(entry) });
    if (performance.now() - stepStart < stepMs) continue;
    onFound(collected.length);
    await new Promise((resolve) => setTimeout(resolve));
    stepStart = performance.now();
  }
  return collected;
};

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Reads a directory's entries, which arrive in batches until an empty one. */
const childrenOf = async (directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = directory.createReader();
  const readBatch = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  const children: FileSystemEntry[] = [];
  for (let batch = await readBatch(); batch.length > 0; batch = await readBatch()) children.push(...batch);
  return children.toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));
