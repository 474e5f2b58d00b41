import { publicRollup, rollupAbi, rollupBridgeMoves, rollupFaucet } from "../../../../resources/raas/public-calls.ts";
import { rollupRequests } from "../../../../resources/operator/rollup-requests.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { outsideTransaction, route, type Route } from "../route.ts";
import { abiOf, parseAddress } from "./abi.ts";
import { answerApplication } from "./answer.ts";
import { giveCoin } from "./faucet.ts";
import { refuseGone } from "./gone.ts";
import { findRequest, listAll } from "./operator.ts";
import type { RaasDeps } from "./deps.ts";
import { publicOf } from "./present.ts";
import { isCarried, runningByChain } from "./rows.ts";

/** Public routes of a running rollup, used by its explorer and bridge. */
export const publicRollupRoutes = (deps: RaasDeps): Route[] => {
  const { rollups } = deps.engines;
  return [
    route(publicRollup, async ({ db, params }) =>
      publicOf(await runningByChain(db, params.chainId), rollups.faucet !== undefined),
    ),
    route(
      rollupFaucet,
      outsideTransaction(async ({ db, params, body }) => ({
        hash: await giveCoin(deps, db, params.chainId, body.address),
      })),
    ),
    route(rollupBridgeMoves, async ({ db, params }) => {
      const row = await runningByChain(db, params.chainId);
      const address = parseAddress(params.address);
      if (!isCarried(row)) return { deposits: [], withdrawals: [] };
      const { deposits, withdrawals } = await rollups.bridgeMoves(row.id, address).catch(refuseGone);
      return {
        deposits: deposits.map(({ amount, ...move }) => ({
          ...move,
          amount: amount.toString(),
          state: move.paidHash === null ? ("waiting" as const) : ("paid" as const),
        })),
        withdrawals: withdrawals.map(({ amount, proof, ...move }) => ({
          ...move,
          amount: amount.toString(),
          proof: proof && { output: proof.output, siblings: [...proof.siblings] },
        })),
      };
    }),
    route(rollupAbi, async ({ db, params }) => {
      const row = await runningByChain(db, params.chainId);
      const abi = await abiOf(db, row, params.address);
      return abi ?? { name: null, abi: null };
    }),
  ];
};

/** Operator routes for applications and all rollups. */
export const rollupRequestRoutes = (deps: RaasDeps): Route[] =>
  resourceRoutes(rollupRequests, {
    list: ({ db, query }) => listAll(db, query),
    show: ({ db, params }) => findRequest(db, params.id),
    edit: async ({ db, params, body, afterCommit, logged }) => {
      const id = params.id;
      const { name, after } = await answerApplication(deps, db, id, body);
      logged({ target: name });
      afterCommit(after);
      return findRequest(db, id);
    },
  });
