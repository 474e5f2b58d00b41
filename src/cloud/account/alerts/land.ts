/** The LAND balance, compared with the team's threshold. */
import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import { outlookOf } from "../../billing/ledger/charges/outlook.ts";
import type { Usage } from "../../billing/ledger/usage/usage.ts";
import { balanceAlertOf } from "./choices.ts";

/** A team whose balance just fell below its threshold. */
export interface LowLand {
  readonly teamId: string;
  /** LAND×1e18 without holds, debt and unsettled usage. */
  readonly land: bigint;
  readonly landPerDay: bigint;
  /** Whole days at that rate; undefined while nothing is spent. */
  readonly daysLeft: bigint | undefined;
}

/** `tell` is called in the transaction, once until the balance recovers. Teams that never had LAND are not notified. */
export const checkLand = async (
  db: Db,
  usage: Pick<Usage, "withWaiting">,
  teamId: string,
  notify: (trx: Trx, low: LowLand) => Promise<void>,
): Promise<boolean> => {
  const { active, landLeft } = await balanceAlertOf(db, teamId);
  if (!active || landLeft === null || !(await everHadLand(db, teamId))) return false;
  const { balance, held, owed, due, landPerDay, daysLeft } = await outlookOf(db, usage, teamId);
  const land = balance - held - owed - due;
  return db.transaction().execute(async (trx) => {
    if (land > BigInt(landLeft)) {
      await trx.deleteFrom("allowance_low").where("team_id", "=", teamId).where("resource", "=", "LAND").execute();
      return false;
    }
    // Of several processes that see it, one writes the row.
    const written = await trx
      .insertInto("allowance_low")
      .values({ team_id: teamId, resource: "LAND" })
      .onConflict((conflict) => conflict.doNothing())
      .returning("resource")
      .executeTakeFirst();
    if (written) await notify(trx, { teamId, land, landPerDay, daysLeft });
    return written !== undefined;
  });
};

const everHadLand = async (db: Db, teamId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from ledger_account as own join ledger_transfer as got on got.to_id = own.id and got.to_balance is not null
    where own.team_id = ${teamId} and own.unit = 'LAND' and own.code like 'team:%' limit 1
  `.execute(db);
  return rows.length > 0;
};
