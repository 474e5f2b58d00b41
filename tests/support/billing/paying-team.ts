import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { MeteredResource } from "../../../resources/limits.ts";
import type { Trx } from "../../../src/cloud/engines/database/database.ts";
import type { Tables } from "../../../src/cloud/engines/database/tables.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";

/** LAND×1e18. */
export const landUnit = 10n ** 18n;

/** Creates a team without a package and with this balance. */
export const payingTeam = async (db: Kysely<Tables>, land = 0n): Promise<string> => {
  const [teamId, personId] = [randomUUID(), randomUUID()];
  await db
    .insertInto("person")
    .values({ id: personId, address: personId, wallet_type: "METAMASK", username: "tester" })
    .execute();
  await db.insertInto("team").values({ id: teamId, name: "Team", owner_id: personId, welcomed_at: null }).execute();
  if (land > 0n) await depositLand(db, teamId, land);
  return teamId;
};

/** Deposits LAND ×1e18. */
export const depositLand = (db: Kysely<Tables>, teamId: string, amount: bigint) =>
  db.transaction().execute((trx: Trx) =>
    createLedger().post(trx, {
      id: randomUUID(),
      from: { system: "world", unit: "LAND" },
      to: { teamId, unit: "LAND" },
      amount,
      reason: "deposit",
    }),
  );

/** Grants more of a resource between two moments in Unix seconds; without the second, permanently. */
export const giveBonus = (
  db: Kysely<Tables>,
  teamId: string,
  resource: MeteredResource,
  amount: bigint | number,
  fromSeconds: number,
  untilSeconds?: number,
) =>
  db
    .insertInto("allowance_grant")
    .values({
      id: randomUUID(),
      team_id: teamId,
      package: "BONUS",
      resource,
      amount: BigInt(amount),
      starts_at: new Date(fromSeconds * 1000),
      ends_at: untilSeconds === undefined ? null : new Date(untilSeconds * 1000),
    })
    .execute();
