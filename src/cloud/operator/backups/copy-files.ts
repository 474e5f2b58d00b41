/** Copies folders whose files may change during the copy. */
import { chmod, constants, copyFile, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Copies a folder. Skips files deleted during the copy and the paths in `skip` (relative, "/"-separated). */
export const copyFolder = async (
  source: string,
  target: string,
  skip: (path: string) => boolean = () => false,
): Promise<void> => {
  const copyBelow = async (path: string): Promise<void> => {
    const entries = await readdir(join(source, path), { withFileTypes: true }).catch(ignoreVanished);
    await mkdir(join(target, path), { recursive: true });
    for (const entry of entries ?? []) {
      const child = path === "" ? entry.name : `${path}/${entry.name}`;
      if (skip(child)) continue;
      if (entry.isDirectory()) await copyBelow(child);
      if (entry.isFile()) await copyIfExists(join(source, child), join(target, child));
    }
  };
  await copyBelow("");
};

/** Copies a file with its mode; ignores a missing file. */
export const copyIfExists = async (source: string, target: string): Promise<void> => {
  try {
    const { mode } = await stat(source);
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await chmod(target, mode & 0o777);
  } catch (error) {
    ignoreVanished(error as NodeJS.ErrnoException);
  }
};

const ignoreVanished = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
