/** Daily sign-in (UTC): free or with LAND. Consecutive days form a streak, which raises the rate of a sign-in with LAND. */
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { dailySignLand } from "../../../../resources/boost/limits.ts";
import { dailySignRate } from "../../../../resources/boost/nodes/points.ts";
import { runOf, shownDays, signRate, withSign, type Sign } from "./sign-streak.ts";
import type { dailySign } from "../../../../resources/boost/tasks/task-calls.ts";
import { dayOf, dayStart, signCalendarDays, signDaysShown } from "../../../../resources/boost/tasks/task-limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { changeEarning, lockNode } from "../nodes/nodes.ts";
import { payLand } from "../pay-land.ts";
import type { TaskDeps } from "./deps.ts";
import type { Doer } from "./proofs.ts";

export const dailySignId = "daily_sign";

/** The last sign-in of a node. */
const lastSign = async (db: Db, nodeId: string): Promise<Sign | undefined> => {
  const row = await db
    .selectFrom("boost_sign")
    .select(["day", "run", "with_land"])
    .where("node_id", "=", nodeId)
    .orderBy("day", "desc")
    .executeTakeFirst();
  return row && { day: row.day, run: row.run, withLand: row.with_land };
};

export interface Signed {
  /** Thousandths of a point per hour granted; 0 when today is already done. */
  readonly rate: number;
  readonly run: number;
}

/**
 * Signs in for today, once. A free sign-in can be upgraded with LAND later that day. If the clock went backward, the day counts as done.
 * Throws INSUFFICIENT_LAND.
 */
export const sign = async (
  { ledger, clock }: Pick<TaskDeps, "ledger" | "clock">,
  trx: Trx,
  { nodeId, teamId }: Pick<Doer, "nodeId" | "teamId">,
  withLand: boolean,
): Promise<Signed> => {
  const at = clock();
  await lockNode(trx, nodeId);
  const last = await lastSign(trx, nodeId);
  const run = runOf(last, dayOf(at));
  const rate = signRate(last, dayOf(at), withLand);
  if (rate === 0) return { rate, run };
  const row = { node_id: nodeId, day: dayOf(at), run, with_land: withLand };
  await trx
    .insertInto("boost_sign")
    .values(row)
    .onConflict((conflict) => conflict.columns(["node_id", "day"]).doUpdateSet({ with_land: withLand }))
    .execute();
  if (withLand)
    await payLand(ledger, trx, { id: randomUUID(), teamId, land: dailySignLand, what: "daily sign", nodeId });
  await changeEarning(trx, nodeId, at, (earning) => ({
    ...earning,
    boosts: withSign(earning.boosts, rate, Math.max(at, earning.computeTimestamp)),
  }));
  return { rate, run };
};

/** The sign-in days as shown. */
export const daysOf = async (db: Db, nodeId: string, at: number): Promise<z.input<typeof dailySign.reply>> => {
  const today = dayOf(at);
  const signs = await db
    .selectFrom("boost_sign")
    .select(["day", "run", "with_land"])
    .where("node_id", "=", nodeId)
    .where("day", ">", today - Math.max(signCalendarDays, signDaysShown))
    .orderBy("day", "desc")
    .execute();
  const last = signs[0] && { day: signs[0].day, run: signs[0].run, withLand: signs[0].with_land };
  const signedToday = last !== undefined && last.day >= today;
  const run = runOf(last, today);
  const first = signs.findIndex(({ run: one }) => one === 1);
  const ofRun = signs.slice(0, first < 0 ? undefined : first + 1);
  return {
    actId: dailySignId,
    day: signedToday ? run : run - 1,
    signedToday,
    claimedToday: signedToday && last.withLand,
    nextAt: dayStart(today + 1),
    calendar: signs.filter(({ day }) => day > today - signCalendarDays).map(({ day }) => dayStart(day)),
    items: shownDays(run).map((day) => {
      const done = run > 1 || signedToday ? ofRun.find((one) => one.run === day) : undefined;
      return {
        day,
        freeRate: dailySignRate(day, false) / 1000,
        rate: dailySignRate(day, true) / 1000,
        land: dailySignLand.toString(),
        done: done !== undefined,
        payment: done ? (done.with_land ? "LAND" : "FREE") : null,
      };
    }),
  };
};
