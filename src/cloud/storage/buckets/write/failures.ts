import { AppError } from "../../../kernel/app-error.ts";
import { isDiskFull } from "../../../engines/blocks/store/disk-full.ts";

/** Converts disk-full errors to DISK_FULL. */
export const orDiskFull = async <T>(task: Promise<T>): Promise<T> => {
  try {
    return await task;
  } catch (error) {
    throw isDiskFull(error) ? new AppError("DISK_FULL") : error;
  }
};
