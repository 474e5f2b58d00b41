/** Converts errors of a rollup that stopped between reading its row and asking the engine. */
import type { ErrorCode } from "../../../../resources/declare/errors.ts";
import { AppError } from "../../kernel/app-error.ts";
import { RollupGone } from "../../engines/rollups/rollups.ts";

const refuseAs =
  (code: ErrorCode) =>
  (error: unknown): never => {
    throw error instanceof RollupGone ? new AppError(code) : error;
  };

export const refuseGone = refuseAs("ROLLUP_GONE");
export const refuseStopped = refuseAs("ROLLUP_NOT_RUNNING");
