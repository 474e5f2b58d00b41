/** Fills a team's records: deposits of all kinds, gifts, and settled hours of several resources. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import type { SystemAccount } from "../../../src/cloud/billing/ledger/ledger.ts";
import { settleTeam } from "../../../src/cloud/billing/ledger/charges/settle.ts";
import type { TestDatabase } from "../database/database.ts";
import { landUnit } from "../billing/paying-team.ts";

const hourMs = 3_600_000;
/** Each with two resources. */
export const filledHours = 30;
export const filledDeposits = 25;
export const longName = "a-project-whose-name-is-as-long-as-a-name-may-be";

export const fillRecords = async ({ db }: TestDatabase, teamId: string): Promise<void> => {
  const ledger = createLedger();
  await db.deleteFrom("allowance_grant").where("team_id", "=", teamId).execute();
  const gets = (id: string, amount: bigint, from: SystemAccount, reason: string, ref = {}) =>
    db.transaction().execute((trx) => {
      const to = { teamId, unit: "LAND" } as const;
      return ledger.post(trx, { id, from: { system: from, unit: "LAND" }, to, amount, reason, ref });
    });
  for (let number = 1; number <= filledDeposits; number += 1) {
    const id = randomUUID();
    const land = BigInt(number) * 1_000_000n * landUnit + BigInt(number);
    const isCredited = number !== 2 && number !== 3;
    const ref = { network: "polygon", transaction: `0x${String(number).padStart(64, "a")}` };
    if (isCredited) await gets(id, land, "world", "Deposit", ref);
    await db
      .insertInto("deposit")
      .values({
        id,
        network: ref.network,
        tx_hash: ref.transaction,
        account: "0x",
        team_id: teamId,
        coin: "POL",
        coin_amount: String(4n * BigInt(number) * landUnit),
        usd: String(BigInt(number) * landUnit),
        land: String(land),
        status: isCredited ? "CREDITED" : "DROPPED",
        created_at: new Date(Date.now() - (number * 7 - 3.5) * hourMs),
        credited_at: null,
      })
      .execute();
  }
  await gets(randomUUID(), 50_000n * landUnit, "voucher", "Voucher");
  const project = await projectOf(db, teamId);
  const now = Math.floor(Date.now() / hourMs) * hourMs;
  for (let hours = 1; hours <= filledHours; hours += 1) {
    const use = { team_id: teamId, bucket: new Date(now - hours * hourMs), calls: 1n } as const;
    await db
      .insertInto("usage_bucket")
      .values([
        { ...use, resource: "TRAFFIC", subject: project, amount: BigInt(hours * 40_000_000 + 7), service: "HOSTING" },
        { ...use, resource: "TRAFFIC", subject: randomUUID(), amount: 3_000_001n, service: "BUCKET" },
        { ...use, resource: "BUILD_TIME", subject: project, amount: BigInt(hours), service: "HOSTING" },
      ])
      .execute();
  }
  await settleTeam(db, ledger, teamId, new Date());
};

const projectOf = async (db: TestDatabase["db"], teamId: string): Promise<string> => {
  const id = randomUUID();
  await sql`
    insert into project (id, team_id, name, label, platform, deploy_type) values (${id}, ${teamId}, ${longName}, ${id}, 'IPFS', 'UPLOAD')
  `.execute(db);
  return id;
};
