/** Collects the files of a folder to deploy. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { uploadBytesMax, uploadFilesMax } from "../../../resources/limits.ts";
import { Failure } from "../failure.ts";
import { createIgnore, type IsExcluded } from "./ignore.ts";

export interface LocalFile {
  /** Relative to the folder, with "/" as separator. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Unchanged as long as the file is not modified. */
  readonly stamp: string;
  /** Time of the last change of content or metadata, by the file system's clock. */
  readonly changedAtMs: number;
}

export interface Collected {
  readonly files: readonly LocalFile[];
  readonly sizeBytes: number;
  /** Symbolic links and special files, which a site can't contain. */
  readonly skipped: readonly string[];
}

/** Walks the folder once, sorted by name. Throws a Failure above the server's limits. */
export const collectFolder = (root: string): Collected => {
  const isExcluded = createIgnore(rulesOf(root));
  const files: LocalFile[] = [];
  const skipped: string[] = [];
  walk(root, "", isExcluded, files, skipped);
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (files.length === 0) throw new Failure(`Nothing to deploy in ${root}. Specify the site's folder.`);
  if (files.length > uploadFilesMax)
    throw new Failure(`${root} has more than ${uploadFilesMax} files. Exclude some in .freeholdignore.`);
  if (sizeBytes > uploadBytesMax) throw new Failure(`${root} is larger than 2 GB. Exclude files in .freeholdignore.`);
  return { files, sizeBytes, skipped };
};

/** Collects one file, such as a zip. */
export const collectFile = (path: string, name: string): Collected => {
  const file = localFile(path, name);
  return { files: [file], sizeBytes: file.sizeBytes, skipped: [] };
};

const walk = (root: string, folder: string, isExcluded: IsExcluded, files: LocalFile[], skipped: string[]): void => {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  // Not by locale: the order must be the same everywhere.
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (isExcluded(path, entry.isDirectory())) continue;
    if (entry.isDirectory()) walk(root, path, isExcluded, files, skipped);
    else if (entry.isFile()) files.push(localFile(join(root, path), path));
    else skipped.push(path);
  }
};

const localFile = (fullPath: string, path: string): LocalFile => {
  const { size, mtimeMs, ctimeMs, ino } = lstatSync(fullPath);
  return {
    path,
    sizeBytes: size,
    stamp: `${size}-${mtimeMs}-${ctimeMs}-${ino}`,
    changedAtMs: Math.max(mtimeMs, ctimeMs),
  };
};

const rulesOf = (root: string): string => {
  for (const name of [".freeholdignore", ".gitignore"]) {
    try {
      return readFileSync(join(root, name), "utf8");
    } catch {
      // Try the next one.
    }
  }
  return "";
};
