import { execFileSync } from "node:child_process";
import { atFileEnd } from "../file-end.ts";

/** Mounts a small disk at a folder until the test file ends. Returns false without the required permissions. */
export const mountSmallDisk = (folder: string, sizeBytes: number): boolean =>
  mount(folder, ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "none"]);

/**
 * Mounts a folder at a second place, like a file system shared by two machines. Returns false without the required
 * permissions.
 */
export const mountShared = (folder: string, elsewhere: string): boolean => mount(elsewhere, ["--bind", folder]);

const mount = (at: string, options: readonly string[]): boolean => {
  try {
    execFileSync("mount", [...options, at], { stdio: "ignore" });
  } catch {
    return false;
  }
  // Killed processes can keep it busy for a moment.
  atFileEnd(async () => void execFileSync("umount", ["--lazy", at]));
  return true;
};
