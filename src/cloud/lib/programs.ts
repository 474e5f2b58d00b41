/** Finds programs and files on this machine. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Returns the path of a program in the folders of PATH. */
export const findOnPath = (name: string, path: string): Promise<string | undefined> =>
  firstUsable(
    path
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, name)),
    constants.X_OK,
  );

/** Returns the first path that this process may use in that way (`constants.X_OK`, `constants.R_OK`). */
export const firstUsable = async (
  paths: readonly (string | undefined)[],
  mode: number,
): Promise<string | undefined> => {
  for (const path of paths) {
    if (path && (await isUsable(path, mode))) return path;
  }
  return undefined;
};

const isUsable = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );
