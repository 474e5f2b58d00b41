import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { databaseBefore } from "../../../tests/support/database-before.ts";
import { migrate } from "../engines/database/migrate.ts";

test("projects of a team that share a name survive the upgrade, and only one of them holds it", async () => {
  const { db, pool } = await databaseBefore("065-project-names");

  const [team, other, owner] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query("insert into person (id, address, wallet_type, username) values ($1, $2, 'METAMASK', 'x')", [
    owner,
    owner,
  ]);
  for (const id of [team, other])
    await pool.query("insert into team (id, name, owner_id) values ($1, 'Team', $2)", [id, owner]);
  const add = (teamId: string, name: string, day: number) =>
    pool.query(
      `insert into project (id, team_id, name, label, platform, deploy_type, created_at)
       values (gen_random_uuid(), $1, $2, 'label', 'IPFS', 'UPLOAD', make_timestamptz(2026, 1, $3, 0, 0, 0))`,
      [teamId, name, day],
    );
  await add(team, "shop", 2);
  await add(team, "shop", 1);
  await add(team, "shop", 3);
  await add(team, "blog", 1);
  await add(other, "shop", 4);

  await migrate(db);
  const rows = await db.selectFrom("project").selectAll().orderBy("name").orderBy("created_at").execute();
  expect(rows.map((row) => [row.name, row.created_at.getUTCDate(), row.shares_name])).toEqual([
    ["blog", 1, false],
    ["shop", 1, false],
    ["shop", 2, true],
    ["shop", 3, true],
    ["shop", 4, false],
  ]);
  await expect(add(team, "shop", 5)).rejects.toThrow("project_team_name");
});
