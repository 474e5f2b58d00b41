import { setRollupAbi, verifyRollupContract } from "../../../resources/raas/public-calls.ts";
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
} from "../../../resources/raas/rollup-calls.ts";
import { rollups, rollupStatus } from "../../../resources/raas/rollups.ts";
import { secondsOf } from "../lib/seconds-of.ts";
import { countOf, onPage } from "../kernel/calls/list-query.ts";
import { resourceRoutes } from "../kernel/calls/resource-routes.ts";
import { outsideTransaction, route, type Route } from "../kernel/calls/route.ts";
import { setAbi } from "./abi.ts";
import { billsOf, addBill } from "./lifecycle/bills.ts";
import { terminateRollup } from "./lifecycle/end.ts";
import { verifyContract } from "./verify.ts";
import { sequencerBalance } from "./health.ts";
import { isChainTaken, parseChainId } from "./known-chains.ts";
import { hasUsedTrial, orderRollup } from "./lifecycle/order.ts";
import type { RaasDeps, AfterCommit } from "./deps.ts";
import { detailOf, listed } from "./present.ts";
import {
  findRollup,
  type RollupRow,
  changeRollup,
  isBeingCreated,
  isCarried,
  isRenewable,
  lockRollup,
} from "./rows.ts";
import { landUnit } from "../../../resources/money.ts";
import { rollupTerms, type renewalPlans } from "../../../resources/raas/plans.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Trx } from "../engines/database/database.ts";
import { startCreation } from "./lifecycle/create.ts";
import { changed, notifyPaid } from "./lifecycle/news.ts";
import { settleEngine } from "./settle-engine.ts";
import { removeWarnings } from "./lifecycle/warnings.ts";

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
  route(
    verifyRollupContract,
    outsideTransaction(async ({ db, caller, params, body, logged }) => {
      const row = await findRollup(db, caller.teamId, params.id);
      const { name, match, ...verified } = await verifyContract(deps, row, params.address, body);
      logged({ target: row.name, details: { contract: name } });
      await db.transaction().execute((trx) =>
        setAbi(trx, row.id, params.address, {
          name,
          abi: verified.abi,
          verified: { match, source: verified.source },
        }),
      );
      return { name, match };
    }),
  ),
];

/** Returns the percentage of completed steps. */
const progressOf = ({ status, step }: RollupRow): number =>
  status === rollupStatus.RUNNING ? 100 : Math.floor((rollupSteps.indexOf(step) * 100) / (rollupSteps.length - 1));

// Payments for orders and renewals.

interface Paid {
  readonly row: RollupRow;
  readonly after: AfterCommit;
}

/** Pays for an order. Idempotent. Throws INSUFFICIENT_LAND, SPEND_CAP_REACHED and ROLLUP_NOT_PAYABLE. */
const payRollup = async (deps: RaasDeps, trx: Trx, teamId: string, id: string): Promise<Paid> => {
  const row = await lockRollup(trx, teamId, id);
  if (isBeingCreated(row) || row.status === rollupStatus.RUNNING) return { row, after: () => undefined };
  if (row.status !== rollupStatus.PENDING_PAYMENT) throw new AppError("ROLLUP_NOT_PAYABLE");
  await addBill(deps, trx, row, { kind: 0, seconds: row.term_seconds, land: BigInt(row.land) });
  const started = await startCreation(deps, trx, row);
  const after = isCarried(row) ? changed(deps, started) : await notifyPaid(deps, trx, started);
  return { row: started, after };
};

/**
 * Extends the remaining term; an expired rollup restarts now. Throws like `payRollup`, ROLLUP_NOT_RENEWABLE and
 * ROLLUP_BY_AGREEMENT.
 */
const renewRollup = async (
  deps: RaasDeps,
  trx: Trx,
  teamId: string,
  { id, plan }: { readonly id: string; readonly plan: (typeof renewalPlans)[number] },
): Promise<Paid> => {
  const row = await lockRollup(trx, teamId, id);
  if (!isCarried(row)) throw new AppError("ROLLUP_BY_AGREEMENT");
  const now = deps.now();
  const isExpired = isRenewable(row, now);
  if (row.status !== rollupStatus.RUNNING && !isExpired) throw new AppError("ROLLUP_NOT_RENEWABLE");
  const { land, seconds } = rollupTerms[plan];
  await addBill(deps, trx, row, { kind: 1, seconds: BigInt(seconds), land: land * landUnit });
  const from = Math.max(now.getTime(), row.expires_at!.getTime());
  const renewed = await changeRollup(trx, id, {
    status: rollupStatus.RUNNING,
    ended: null,
    kept_until: null,
    note: null,
    paid_at: now,
    expires_at: new Date(from + seconds * 1000),
  });
  if (isExpired) await settleEngine(deps, trx, id);
  const unwarn = await removeWarnings(deps, trx, id);
  return {
    row: renewed,
    after: () => {
      unwarn();
      changed(deps, renewed)();
    },
  };
};
