/** What the paths of an upload must be like, and which of its files are published. */
import { uploadPathBytesMax } from "../../../../resources/limits.ts";
import type { PackedFile } from "../../engines/blocks/blocks.ts";
import { AppError } from "../../app-error.ts";

/** Left by file managers and version control; nobody means to publish it. */
const litter = new Set([".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX", ".git"]);

/** Throws unless the path stays within its folder on every system, however it is read. */
export const checkPath = (path: string): void => {
  const isSafe =
    path.isWellFormed() &&
    !path.includes("\\") &&
    !path.includes("\0") &&
    !/^[a-z]:/i.test(path) &&
    Buffer.byteLength(path) <= uploadPathBytesMax &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (!isSafe) throw new AppError("UPLOAD_PATH");
};

export const isLitter = (path: string): boolean => path.split("/").some((part) => litter.has(part));

/** Throws when a path comes twice, or is a file here and a folder there. */
export const checkUnique = (paths: readonly string[]): void => {
  const files = new Set(paths);
  if (files.size < paths.length) throw new AppError("UPLOAD_DUPLICATE");
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (files.has(path.slice(0, end))) throw new AppError("UPLOAD_DUPLICATE");
    }
  }
};

/**
 * The files to publish: no litter, and without the one folder around everything that zipping or dropping a folder adds,
 * if the site's index.html lies in it.
 */
export const arrange = (files: readonly PackedFile[]): PackedFile[] => {
  const wanted = files.filter((file) => !isLitter(file.path));
  if (wanted.length === 0) throw new AppError("OUTPUT_EMPTY");
  const top = `${wanted[0]!.path.split("/")[0]}/`;
  const isWrapped =
    wanted.every((file) => file.path.startsWith(top)) && wanted.some((file) => file.path === `${top}index.html`);
  return isWrapped ? wanted.map((file) => ({ ...file, path: file.path.slice(top.length) })) : wanted;
};
