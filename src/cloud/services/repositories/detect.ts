import { detectFramework, type Detection } from "../../../../resources/hosting/detect-framework.ts";
import type { Git } from "../../engines/git/git.ts";

/** Detects the framework and its settings from the files in a folder of a branch. */
export const detectIn = (git: Git, path: string, branch: string, folder: string): Promise<Detection> =>
  detectFramework((file) => git.file(path, branch, `${folder}/${file}`));
