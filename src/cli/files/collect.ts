/** Collects the files of a folder to deploy. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { uploadBytesMax, uploadFilesMax } from "../../../resources/limits.ts";
import { Failure } from "../failure.ts";
import { createIgnore, type ExclusionOf } from "./ignore.ts";

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
  /** Files and folders that the rules for every site exclude. */
  readonly excluded: readonly string[];
}

/** Walks the folder once, sorted by name. Throws a Failure above the server's limits. */
export const collectFolder = (root: string): Collected => {
  const [files, skipped, excluded]: [LocalFile[], string[], string[]] = [[], [], []];
  walk(root, "", createIgnore(rulesOf(root)), { files, skipped, excluded });
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (files.length === 0) throw new Failure(`Nothing to deploy in ${root}. Specify the site's folder.`);
  if (files.length > uploadFilesMax)
    throw new Failure(`${root} has more than ${uploadFilesMax} files. Exclude some in .freeholdignore.`);
  if (sizeBytes > uploadBytesMax) throw new Failure(`${root} is larger than 2 GB. Exclude files in .freeholdignore.`);
  return { files, sizeBytes, skipped, excluded };
};

/** Collects one file, such as a zip. */
export const collectFile = (path: string, name: string): Collected => {
  const file = localFile(path, name);
  return { files: [file], sizeBytes: file.sizeBytes, skipped: [], excluded: [] };
};

interface Found {
  readonly files: LocalFile[];
  readonly skipped: string[];
  readonly excluded: string[];
}

const walk = (root: string, folder: string, exclusionOf: ExclusionOf, found: Found): void => {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  // Not by locale: the order must be the same everywhere.
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const exclusion = exclusionOf(path, entry.isDirectory());
    if (exclusion === "default") found.excluded.push(path);
    if (exclusion) continue;
    if (entry.isDirectory()) walk(root, path, exclusionOf, found);
    else if (entry.isFile()) found.files.push(localFile(join(root, path), path));
    else found.skipped.push(path);
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

/** Only `.freeholdignore`: a `.gitignore` there says what belongs to the repository, and often excludes a built site. */
const rulesOf = (root: string): string => {
  try {
    return readFileSync(join(root, ".freeholdignore"), "utf8");
  } catch {
    return "";
  }
};
