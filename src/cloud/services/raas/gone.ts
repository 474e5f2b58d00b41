/** A rollup that has stopped between a look at its row and at the engine, refused in words. */
import type { ErrorCode } from "../../../../resources/errors.ts";
import { AppError } from "../../app-error.ts";
import { RollupGone } from "../../engines/rollups/rollups.ts";

const refuseAs =
  (code: ErrorCode) =>
  (error: unknown): never => {
    throw error instanceof RollupGone ? new AppError(code) : error;
  };

export const refuseGone = refuseAs("ROLLUP_GONE");
export const refuseStopped = refuseAs("ROLLUP_NOT_RUNNING");
