/** Billing of rollup terms: charged to the team's LAND once, recorded as a bill, and refunded if creation fails. */
import { randomUUID } from "node:crypto";
import { checkCaps } from "../../billing/ledger/charges/caps.ts";
import { createLedger } from "../../billing/ledger/create-ledger.ts";
import { namedId } from "../../billing/ledger/named-id.ts";
import { forgetTerm, recordTerm, type BoughtTerm } from "../../billing/ledger/usage/paid-use.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { RaasDeps } from "../deps.ts";
import type { RollupRow } from "../rows.ts";

const ledger = createLedger();
const revenue = { system: "revenue", unit: "LAND" } as const;

export interface Bought {
  /** 0 for the first term, 1 for a renewal. */
  readonly kind: RowOf<"rollup_bill">["kind"];
  readonly seconds: bigint;
  /** LAND×1e18. */
  readonly land: bigint;
}

/** Charges a term, in the transaction that grants it. Throws INSUFFICIENT_LAND and SPEND_CAP_REACHED. */
export const addBill = async (
  { now }: Pick<RaasDeps, "now">,
  trx: Trx,
  { id: rollupId, team_id: teamId, name }: RollupRow,
  { kind, seconds, land }: Bought,
): Promise<void> => {
  const bill = { id: randomUUID(), kind, seconds, land: land.toString(), created_at: now() };
  if (land > 0n) {
    await ledger.post(trx, {
      id: bill.id,
      from: { teamId, unit: "LAND" },
      to: revenue,
      amount: land,
      reason: `Rollup ${name}: ${kind === 0 ? "" : "renewed, "}${inDays(seconds)}`,
      ref: { resource: "RAAS", rollup: rollupId },
    });
    // The posting has locked the team's account, so that payments are checked against the caps one by one.
    await checkCaps(trx, teamId, { service: "RAAS", subject: rollupId }, { land, unsettled: [] });
    await recordTerm(trx, termOf(teamId, rollupId, bill));
  }
  await trx
    .insertInto("rollup_bill")
    .values({ ...bill, rollup_id: rollupId, given_back_at: null })
    .execute();
};

/** Refunds the first term, once. Returns the amount (LAND×1e18). */
export const giveBack = async (
  { now }: Pick<RaasDeps, "now">,
  trx: Trx,
  { id: rollupId, team_id: teamId, name }: RollupRow,
): Promise<bigint> => {
  const open = await trx
    .updateTable("rollup_bill")
    .set({ given_back_at: now() })
    .where("rollup_id", "=", rollupId)
    .where("kind", "=", 0)
    .where("given_back_at", "is", null)
    .returningAll()
    .execute();
  for (const bill of open.filter(({ land }) => BigInt(land) > 0n)) {
    await ledger.post(trx, {
      id: namedId("rollup-back", bill.id),
      from: revenue,
      to: { teamId, unit: "LAND" },
      amount: BigInt(bill.land),
      reason: `Rollup ${name}: refund`,
      ref: { resource: "RAAS", rollup: rollupId },
    });
    await forgetTerm(trx, termOf(teamId, rollupId, bill));
  }
  return open.reduce((sum, { land }) => sum + BigInt(land), 0n);
};

/** Lists bills that were not refunded, newest first. */
export const billsOf = (db: Db, rollupId: string) =>
  db
    .selectFrom("rollup_bill")
    .select(["kind", "seconds", "land", "created_at"])
    .where("rollup_id", "=", rollupId)
    .where("given_back_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();

const termOf = (
  teamId: string,
  rollupId: string,
  bill: Pick<RowOf<"rollup_bill">, "seconds" | "land" | "created_at">,
): BoughtTerm => ({ teamId, rollupId, seconds: bill.seconds, land: BigInt(bill.land), at: bill.created_at });

const daySeconds = 86_400n;
const inDays = (seconds: bigint): string => (seconds === daySeconds ? "1 day" : `${seconds / daySeconds} days`);
