import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { databaseBefore } from "../../../tests/support/database-before.ts";
import { migrate } from "../engines/database/migrate.ts";

test("buckets that exist stay public, their owners are told once, and new buckets are private", async () => {
  const { db, pool } = await databaseBefore("054-bucket-visibility");

  const makeTeam = async (buckets: readonly string[]): Promise<{ personId: string; teamId: string }> => {
    const [teamId, personId] = [randomUUID(), randomUUID()];
    await pool.query("insert into person (id, address, wallet_type, username) values ($1, $2, 'METAMASK', 'x')", [
      personId,
      personId,
    ]);
    await pool.query("insert into team (id, name, owner_id) values ($1, 'Team', $2)", [teamId, personId]);
    for (const name of buckets)
      await pool.query("insert into bucket (id, team_id, name) values ($1, $2, $3)", [randomUUID(), teamId, name]);
    return { personId, teamId };
  };
  const [storing, other] = [await makeTeam(["photos", "films"]), await makeTeam([])];

  await migrate(db);
  await migrate(db);
  expect(await db.selectFrom("bucket").select(["name", "visibility"]).orderBy("name").execute()).toEqual([
    { name: "films", visibility: "public" },
    { name: "photos", visibility: "public" },
  ]);
  const notices = await db.selectFrom("notice").select(["person_id", "team_id", "type", "url", "message"]).execute();
  expect(notices).toEqual([
    {
      person_id: storing.personId,
      team_id: storing.teamId,
      type: "NORMAL",
      url: "/bucket/storage",
      message: expect.stringContaining("Your existing buckets stay public") as string,
    },
  ]);
  await pool.query("insert into bucket (id, team_id, name) values ($1, $2, 'later')", [randomUUID(), other.teamId]);
  const later = await db.selectFrom("bucket").select("visibility").where("name", "=", "later").executeTakeFirst();
  expect(later).toEqual({ visibility: "private" });
});
