import { AppError } from "../../app-error.ts";

/** No room on a disk: of a file, of a quota of the system, or of the database. */
const fullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Turns the failure of a full disk into DISK_FULL. */
export const orDiskFull = async <T>(task: Promise<T>): Promise<T> => {
  try {
    return await task;
  } catch (error) {
    if (error instanceof Error && "code" in error && fullCodes.has(error.code as string))
      throw new AppError("DISK_FULL");
    throw error;
  }
};
