import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns whether a program is on PATH, or among the server programs, which are not on every user's PATH. */
export const hasProgram = (name: string): boolean =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"].some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
