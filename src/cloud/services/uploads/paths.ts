/** Validates the paths of an upload and selects the files to publish. */
import { uploadPathBytesMax } from "../../../../resources/limits.ts";
import type { PackedFile } from "../../engines/blocks/blocks.ts";
import { AppError } from "../../app-error.ts";

/** Files of file managers and version control that are not published. */
const litter = new Set([".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX", ".git"]);

/** Throws UPLOAD_PATH unless a path is safe on every system. */
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

/** Throws UPLOAD_DUPLICATE if a path occurs twice, or is both a file and a folder. */
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
 * Returns the files to publish: without litter, and without a single top-level folder that contains index.html, as added
 * by zipping or dropping a folder.
 */
export const arrange = (files: readonly PackedFile[]): PackedFile[] => {
  const wanted = files.filter((file) => !isLitter(file.path));
  if (wanted.length === 0) throw new AppError("OUTPUT_EMPTY");
  const top = `${wanted[0]!.path.split("/")[0]}/`;
  const isWrapped =
    wanted.every((file) => file.path.startsWith(top)) && wanted.some((file) => file.path === `${top}index.html`);
  return isWrapped ? wanted.map((file) => ({ ...file, path: file.path.slice(top.length) })) : wanted;
};
