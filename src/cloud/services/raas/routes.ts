import { setRollupAbi } from "../../../../resources/raas/public-calls.ts";
import {
  createRollup,
  payRollup as payCall,
  renewRollup as renewCall,
  rollupBills,
  rollupChainIdStatus,
  rollupFree,
  rollupProgress,
  rollupSteps,
  showRollup,
  terminateRollup as terminateCall,
} from "../../../../resources/raas/rollup-calls.ts";
import { rollups, rollupStatus } from "../../../../resources/raas/rollups.ts";
import { secondsOf } from "../seconds-of.ts";
import { countOf, onPage } from "../list-query.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { setAbi } from "./abi.ts";
import { billsOf } from "./bills.ts";
import { terminateRollup } from "./end.ts";
import { sequencerBalance } from "./health.ts";
import { isChainTaken, parseChainId } from "./known-chains.ts";
import { hasUsedTrial, orderRollup } from "./order.ts";
import type { RaasDeps } from "./deps.ts";
import { payRollup, renewRollup } from "./pay.ts";
import { detailOf, listed } from "./present.ts";
import { findRollup, type RollupRow } from "./rows.ts";

/** Routes for the rollups of the caller's team. */
export const rollupRoutes = (deps: RaasDeps): Route[] => [
  route(rollupFree, async ({ db, caller }) => ({ exist: await hasUsedTrial(db, caller.teamId) })),
  ...resourceRoutes(rollups, {
    list: async ({ db, caller, query }) => {
      const own = db.selectFrom("rollup").where("team_id", "=", caller.teamId);
      const [rows, count] = await Promise.all([
        own
          .select(["id", "name", "status", "fast_deploy", "framework", "da_layer", "settlement", "network"])
          .select(["chain_id", "chain_logo", "paid_at", "expires_at", "created_at"])
          .orderBy("created_at", "desc")
          .orderBy("id")
          .$call(onPage(query))
          .execute(),
        countOf(own),
      ]);
      return { count, detail: rows.map(listed) };
    },
  }),
  route(rollupChainIdStatus, async ({ db, params }) => {
    const chainId = parseChainId(params.chainId);
    return { status: (await isChainTaken(db, deps.engines.evm, chainId)) ? ("taken" as const) : ("free" as const) };
  }),
  route(createRollup, async ({ db, caller, body, afterCommit }) => {
    const { row, after } = await orderRollup(deps, db, caller.teamId, body);
    afterCommit(after);
    return { id: row.id, status: row.status };
  }),
  route(payCall, async ({ db, caller, body, afterCommit, logged }) => {
    const { row, after } = await payRollup(deps, db, caller.teamId, body.rollupId);
    logged({ target: row.name });
    afterCommit(after);
    return { id: row.id, status: row.status };
  }),
  route(renewCall, async ({ db, caller, params, body, afterCommit, logged }) => {
    const renewal = { id: params.id, plan: body.purchasePlan };
    const { row, after } = await renewRollup(deps, db, caller.teamId, renewal);
    logged({ target: row.name });
    afterCommit(after);
    return { expirationAt: secondsOf(row.expires_at!) };
  }),
  route(terminateCall, async ({ db, caller, params, afterCommit, logged }) => {
    const { row, after } = await terminateRollup(deps, db, caller.teamId, params.id);
    logged({ target: row.name });
    afterCommit(after);
    return null;
  }),
  route(showRollup, async ({ db, caller, params }) => {
    const row = await findRollup(db, caller.teamId, params.id);
    const renewals = (await billsOf(db, row.id)).filter(({ kind }) => kind === 1);
    const renewLand = renewals.reduce((sum, { land }) => sum + BigInt(land), 0n);
    return detailOf(row, { now: deps.now(), renewLand, sequencerBalance: await sequencerBalance(deps, row) });
  }),
  route(rollupProgress, async ({ db, caller, params }) => {
    const row = await findRollup(db, caller.teamId, params.id);
    return { progress: progressOf(row), step: row.step, status: row.status, note: row.note };
  }),
  route(rollupBills, async ({ db, caller, query }) => {
    const { id } = await findRollup(db, caller.teamId, query.rollupId);
    const bills = await billsOf(db, id);
    return {
      details: bills.map(({ kind, seconds, land, created_at }) => ({
        billType: kind,
        time: Number(seconds),
        land,
        createdAt: secondsOf(created_at),
      })),
    };
  }),
  route(setRollupAbi, async ({ db, caller, params, body, logged }) => {
    const { id, name } = await findRollup(db, caller.teamId, params.id);
    logged({ target: name, details: { contract: body.name } });
    await setAbi(db, id, params.address, body);
    return null;
  }),
];

/** Returns the percentage of completed steps. */
const progressOf = ({ status, step }: RollupRow): number =>
  status === rollupStatus.RUNNING ? 100 : Math.floor((rollupSteps.indexOf(step) * 100) / (rollupSteps.length - 1));
