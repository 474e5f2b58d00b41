import { execFileSync } from "node:child_process";
import { atFileEnd } from "./file-end.ts";

/** Puts a small disk at a folder until the test file ends; false where this needs rights that one does not have. */
export const mountSmallDisk = (folder: string, sizeBytes: number): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "none", folder], { stdio: "ignore" });
  } catch {
    return false;
  }
  atFileEnd(async () => void execFileSync("umount", [folder]));
  return true;
};
