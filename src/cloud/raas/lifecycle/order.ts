/** Orders a rollup: an instant order that awaits payment or starts as the trial, or an application. */
import { landUnit } from "../../../../resources/money.ts";
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type * as z from "zod/mini";
import { rollupsPerTeam } from "../../../../resources/raas/limits.ts";
import { rollupTerms } from "../../../../resources/raas/plans.ts";
import type { createRollup } from "../../../../resources/raas/rollup-calls.ts";
import { isOneClick, rollups, rollupStatus } from "../../../../resources/raas/rollups.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Tables } from "../../engines/database/tables.ts";
import { isChainTaken, parseChainId } from "../known-chains.ts";
import { startCreation } from "./create.ts";
import { changed, notifyApplied } from "./news.ts";
import type { AfterCommit, RaasDeps } from "../deps.ts";
import { addBill } from "./bills.ts";
import type { RollupRow } from "../rows.ts";

/** The engine's name if it can't run rollups. */
const noEngine = "none";

type Order = z.output<NonNullable<typeof createRollup.body>>;

export interface Ordered {
  readonly row: RollupRow;
  readonly after: AfterCommit;
}

/**
 * Orders a rollup. Throws NOT_ACTIVATED, LIMIT_REACHED, ROLLUP_NAME_TAKEN, ROLLUP_CHAIN_TAKEN, ROLLUP_TRIAL_USED,
 * ROLLUPS_UNAVAILABLE and INVALID_INPUT.
 */
export const orderRollup = async (deps: RaasDeps, trx: Trx, teamId: string, order: Order): Promise<Ordered> => {
  await deps.standing.requireNeeds(trx, teamId, rollups);
  // Serializes concurrent orders, so that they can't share a name or a trial.
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forUpdate().execute();
  if ((await openOf(trx, teamId)) >= rollupsPerTeam) throw new AppError("LIMIT_REACHED");
  await checkName(trx, teamId, order.name);
  return isOneClick(order) ? orderAtOnce(deps, trx, teamId, order) : apply(deps, trx, teamId, order);
};

/** Returns whether a team's account has used its trial. */
export const hasUsedTrial = async (db: Db, teamId: string): Promise<boolean> => {
  const row = await db.selectFrom("rollup_trial").select("team_id").where("team_id", "=", teamId).executeTakeFirst();
  return row !== undefined;
};

const orderAtOnce = async (deps: RaasDeps, trx: Trx, teamId: string, order: Order): Promise<Ordered> => {
  if (deps.engines.rollups.provider === noEngine) throw new AppError("ROLLUPS_UNAVAILABLE");
  const { chainId: requestedId, purchasePlan: plan } = order;
  if (requestedId === undefined || plan === undefined) throw incomplete({ chainId: requestedId, purchasePlan: plan });
  const chainId = parseChainId(requestedId);
  if (await isChainTaken(trx, deps.engines.evm, chainId)) throw chainTaken();
  const isTrial = plan === "FREE";
  if (isTrial && (await hasUsedTrial(trx, teamId))) throw new AppError("ROLLUP_TRIAL_USED");
  const { land, seconds } = rollupTerms[plan];
  const row = await insert(trx, {
    ...commonOf(teamId, order),
    status: rollupStatus.PENDING_PAYMENT,
    fast_deploy: true,
    chain_id: chainId,
    purchase_plan: plan,
    land: (land * landUnit).toString(),
    term_seconds: BigInt(seconds),
  });
  if (!row) throw chainTaken();
  if (!isTrial) return { row, after: changed(deps, row) };
  await trx.insertInto("rollup_trial").values({ team_id: teamId, rollup_id: row.id }).execute();
  await addBill(deps, trx, row, { kind: 0, seconds: row.term_seconds, land: 0n });
  const started = await startCreation(deps, trx, row);
  return { row: started, after: changed(deps, started) };
};

const apply = async (deps: RaasDeps, trx: Trx, teamId: string, order: Order): Promise<Ordered> => {
  const { email, telegram, xId, schedulingLink } = order;
  if (email === undefined || telegram === undefined) throw incomplete({ email, telegram });
  const row = await insert(trx, {
    ...commonOf(teamId, order),
    status: rollupStatus.APPLYING,
    fast_deploy: false,
    email,
    telegram,
    x_id: xId ?? null,
    scheduling_link: schedulingLink ?? null,
  });
  if (!row) throw nameTaken();
  return { row, after: await notifyApplied(deps, trx, row) };
};

type NewRollup = Insertable<Tables["rollup"]>;

const commonOf = (teamId: string, order: Order) => ({
  id: randomUUID(),
  team_id: teamId,
  name: order.name,
  framework: order.framework,
  da_layer: order.daLayer,
  settlement: order.settlement,
  network: order.network,
  chain_id: null,
  purchase_plan: null,
  chain_logo: order.chainLogo || null,
  favicon: order.favicon || null,
  background: order.background || null,
  footer_link: order.footerLink || null,
  email: null,
  telegram: null,
  x_id: null,
  scheduling_link: null,
});

/** Returns undefined if the chain ID was taken meanwhile. */
const insert = (trx: Trx, row: NewRollup): Promise<RollupRow | undefined> =>
  trx
    .insertInto("rollup")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Counts a team's rollups that have not ended. */
export const openOf = async (db: Db, teamId: string): Promise<number> => {
  const { count } = await db
    .selectFrom("rollup")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("team_id", "=", teamId)
    .where("status", "<>", rollupStatus.TERMINATED)
    .executeTakeFirstOrThrow();
  return Number(count);
};

const checkName = async (trx: Trx, teamId: string, name: string): Promise<void> => {
  const lowerName = name.toLowerCase();
  const existing = await trx
    .selectFrom("rollup")
    .select("id")
    .where("team_id", "=", teamId)
    .where(({ fn }) => fn<string>("lower", ["name"]), "=", lowerName)
    .where((eb) =>
      eb.or([
        eb("status", "<>", rollupStatus.TERMINATED),
        eb.and([eb("ended", "=", "expired"), eb("removed_at", "is", null)]),
      ]),
    )
    .executeTakeFirst();
  if (existing) throw nameTaken();
};

const missing = {
  chainId: "Chain ID: enter a number.",
  purchasePlan: "Plan: choose one.",
  email: "Email: enter an address.",
  telegram: "Telegram: enter your username.",
} as const;

const incomplete = (input: Partial<Record<keyof typeof missing, string | undefined>>): AppError => {
  const names = (Object.keys(input) as (keyof typeof missing)[]).filter((name) => input[name] === undefined);
  return new AppError("INVALID_INPUT", {
    fields: Object.fromEntries(names.map((name) => [name, [missing[name]]])),
  });
};

const nameTaken = (): AppError =>
  new AppError("ROLLUP_NAME_TAKEN", { fields: { name: ["Your team already has a rollup with this name."] } });
const chainTaken = (): AppError =>
  new AppError("ROLLUP_CHAIN_TAKEN", { fields: { chainId: ["This chain ID is taken."] } });
