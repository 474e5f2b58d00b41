/**
 * POST /rollup/{chainId}: JSON-RPC of a running local rollup, for wallets, pages and programs of any origin. Reads are
 * public and transactions are signed; the methods are listed in ../engines/evm/rpc/methods.ts.
 */
import type { FastifyInstance } from "fastify";
import { rollupChainId } from "../../../resources/raas/limits.ts";
import { AppError } from "../kernel/app-error.ts";
import { RollupGone, type Rollups } from "../engines/rollups/rollups.ts";
import { mountJsonRpc } from "../http/protocols/json-rpc.ts";

export const rollupRequestsPerMinute = 3_000;

export const registerRollupRpc = (app: FastifyInstance, { handle }: Pick<Rollups, "handle">): void => {
  if (!handle) return;
  mountJsonRpc(app, {
    path: "/rollup/:key",
    perMinute: rollupRequestsPerMinute,
    answer: async (key, payload) => {
      const chainId = Number(key);
      if (!rollupChainId.expression.test(key) || !Number.isSafeInteger(chainId)) throw new AppError("NOT_FOUND");
      try {
        return await handle(chainId, payload);
      } catch (error) {
        throw error instanceof RollupGone ? new AppError("NOT_FOUND") : error;
      }
    },
  });
};
