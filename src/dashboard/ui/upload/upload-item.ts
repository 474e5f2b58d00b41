/** A picked file with its path in its folder. */
export interface UploadItem {
  /** Relative, with slashes: "site/css/main.css"; the name of a single file. */
  readonly path: string;
  readonly file: File;
  /**
   * Handles for reading the file in a later visit, if the browser provides them: its own, and that of the picked
   * folder.
   */
  readonly handle?: FileSystemFileHandle | undefined;
  readonly root?: FileSystemDirectoryHandle | undefined;
}

/** Returns a file's identity: path, size and last-modified time. */
const identityOf = ({ path, file }: UploadItem): string => `${path}\n${file.size}\n${file.lastModified}`;

export interface Additions {
  readonly items: readonly UploadItem[];
  readonly duplicates: number;
  /** Number of files skipped because of the maximum. */
  readonly overflow: number;
}

/** Adds picked files to existing ones: skips duplicates, and files beyond `maxCount`. */
export const addItems = (
  present: readonly UploadItem[],
  picked: readonly UploadItem[],
  maxCount = Number.POSITIVE_INFINITY,
): Additions => {
  const existing = new Set(present.map(identityOf));
  const fresh = picked.filter((item) => {
    const identity = identityOf(item);
    return !existing.has(identity) && existing.add(identity);
  });
  const accepted = fresh.slice(0, Math.max(0, maxCount - present.length));
  return {
    items: accepted.length === 0 ? present : [...present, ...accepted],
    duplicates: picked.length - fresh.length,
    overflow: fresh.length - accepted.length,
  };
};

/** Returns the total size. */
export const sizeOf = (items: readonly UploadItem[]): number => items.reduce((sum, { file }) => sum + file.size, 0);

/** Returns the common top folder, if there is one: dropping "site" returns "site". */
export const commonFolder = (items: readonly UploadItem[]): string | undefined => {
  const [first] = items;
  const folder = first?.path.includes("/") ? first.path.slice(0, first.path.indexOf("/")) : undefined;
  return folder !== undefined && items.every(({ path }) => path.startsWith(`${folder}/`)) ? folder : undefined;
};
