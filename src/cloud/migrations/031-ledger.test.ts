import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { testDatabase } from "../../../tests/support/database.ts";
import { migrate } from "../engines/database/migrate.ts";
import * as blocks from "./003-blocks.ts";
import * as ledger from "./002-ledger.ts";
import * as people from "./001-people.ts";
import * as holdings from "./022-holdings.ts";

test("what a cloud has counted before there was LAND is used up, and is not charged", async () => {
  const { db, pool } = await testDatabase();
  await db.schema.dropSchema("public").cascade().execute();
  await db.schema.createSchema("public").execute();
  const before = { "001-people": people, "002-ledger": ledger, "003-blocks": blocks, "022-holdings": holdings };
  const migrator = new Migrator({ db: db as Kysely<unknown>, provider: { getMigrations: async () => before } });
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();

  const [teamId, personId] = [randomUUID(), randomUUID()];
  await pool.query("insert into person (id, address, wallet_type, username) values ($1, 'someone', 'METAMASK', 'x')", [
    personId,
  ]);
  await pool.query("insert into team (id, name, owner_id) values ($1, 'Team', $2)", [teamId, personId]);
  for (const resource of ["TRAFFIC", "AR_STORAGE", "IPFS_STORAGE"])
    await pool.query(
      "insert into allowance_grant (id, team_id, package, resource, amount, starts_at) values ($1, $2, 'TRIAL', $3, 1000, now())",
      [randomUUID(), teamId, resource],
    );
  for (const subject of ["a", "b"])
    await pool.query("insert into usage_bucket values ($1, 'TRAFFIC', $2, now(), 300, 1)", [teamId, subject]);
  for (const resource of ["AR_STORAGE", "IPFS_STORAGE"])
    await pool.query("insert into storage_level (team_id, resource, size_bytes) values ($1, $2, 400)", [
      teamId,
      resource,
    ]);

  await migrate(db);
  const grants = await db.selectFrom("allowance_grant").select(["resource", "consumed"]).orderBy("resource").execute();
  expect(grants).toEqual([
    { resource: "AR_STORAGE", consumed: 400n },
    { resource: "IPFS_STORAGE", consumed: 0n },
    { resource: "TRAFFIC", consumed: 600n },
  ]);
  const unsettled = await db.selectFrom("usage_bucket").select("subject").whereRef("amount", ">", "billed").execute();
  expect(unsettled).toEqual([]);
  const levels = await db.selectFrom("storage_level").select(["settled_bytes", "paid_bytes"]).execute();
  expect(levels).toEqual([1, 2].map(() => ({ settled_bytes: 400n, paid_bytes: 400n })));
});
