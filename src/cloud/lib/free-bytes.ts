import { statfsSync } from "node:fs";

/** Returns the bytes that may be written on the disk of a folder. */
export const freeBytesOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
