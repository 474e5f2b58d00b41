/** A picked file with its place in the folder it came from. */
export interface UploadItem {
  /** Relative, with slashes: "site/css/main.css"; a loose file is its name. */
  readonly path: string;
  readonly file: File;
  /** By which the browser finds it again in a later visit, where it gives one; and the folder that was picked. */
  readonly handle?: FileSystemFileHandle | undefined;
  readonly root?: FileSystemDirectoryHandle | undefined;
}

/** The same path, size and time of last change mean the same file. */
const identityOf = ({ path, file }: UploadItem): string => `${path}\n${file.size}\n${file.lastModified}`;

export interface Additions {
  readonly items: readonly UploadItem[];
  readonly duplicates: number;
  /** Left out because the maximum was reached. */
  readonly overflow: number;
}

/** Adds picked files to those already there: duplicates are skipped, at most `maxCount` are kept. */
export const addItems = (
  present: readonly UploadItem[],
  picked: readonly UploadItem[],
  maxCount = Number.POSITIVE_INFINITY,
): Additions => {
  const known = new Set(present.map(identityOf));
  const fresh = picked.filter((item) => {
    const identity = identityOf(item);
    return !known.has(identity) && known.add(identity);
  });
  const kept = fresh.slice(0, Math.max(0, maxCount - present.length));
  return {
    items: kept.length === 0 ? present : [...present, ...kept],
    duplicates: picked.length - fresh.length,
    overflow: fresh.length - kept.length,
  };
};

/** Sum of the files' bytes. */
export const sizeOf = (items: readonly UploadItem[]): number => items.reduce((sum, { file }) => sum + file.size, 0);

/** The one folder that holds everything, if there is one: dropping "site" gives "site". */
export const commonFolder = (items: readonly UploadItem[]): string | undefined => {
  const [first] = items;
  const folder = first?.path.includes("/") ? first.path.slice(0, first.path.indexOf("/")) : undefined;
  return folder !== undefined && items.every(({ path }) => path.startsWith(`${folder}/`)) ? folder : undefined;
};
