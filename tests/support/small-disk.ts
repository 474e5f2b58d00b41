import { execFileSync } from "node:child_process";
import { atFileEnd } from "./file-end.ts";

/** Puts a small disk at a folder until the test file ends; false where this needs rights that one does not have. */
export const mountSmallDisk = (folder: string, sizeBytes: number): boolean =>
  mount(folder, ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "none"]);

/** Shows a folder at another place, too, as a file system shared by two machines does; false where this is not allowed. */
export const mountShared = (folder: string, elsewhere: string): boolean => mount(elsewhere, ["--bind", folder]);

const mount = (at: string, options: readonly string[]): boolean => {
  try {
    execFileSync("mount", [...options, at], { stdio: "ignore" });
  } catch {
    return false;
  }
  // Processes that were killed may hold it for another moment.
  atFileEnd(async () => void execFileSync("umount", ["--lazy", at]));
  return true;
};
