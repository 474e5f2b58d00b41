import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import { testDatabase, type TestDatabase } from "../../../../../tests/support/database/database.ts";
import { dice } from "../../../../../tests/support/chains/dice.ts";
import { naiveBill, type NaiveMonth } from "../../../../../tests/support/billing/naive-bill.ts";
import { giveBonus, landUnit as unit, payingTeam } from "../../../../../tests/support/billing/paying-team.ts";
import { audit } from "../audit.ts";
import { createLedger } from "../create-ledger.ts";
import { settleTeam } from "./settle.ts";

const ledger = createLedger();
const GiB = 2 ** 30;
const hour = 3600;
/** March 2026. */
const start = Date.UTC(2026, 2, 1) / 1000;
const end = Date.UTC(2026, 3, 1) / 1000;
const at = (seconds: number): Date => new Date(seconds * 1000);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** Writes all of it in two statements. */
const happen = async (teamId: string, levels: NaiveMonth["levels"], uses: NaiveMonth["uses"]): Promise<void> => {
  const moments = (events: readonly { readonly at: number }[]): string[] =>
    events.map((event) => at(event.at).toISOString());
  await sql`
    with change as (
      select * from unnest(${moments(levels)}::timestamptz[], ${levels.map(({ bytes }) => String(bytes))}::bigint[])
        with ordinality as change (at, bytes, number)
    ), level as (
      insert into storage_level (team_id, resource, size_bytes, settled_at)
      select ${teamId}, 'IPFS_STORAGE', bytes, at from change order by number limit 1
      on conflict do nothing
    )
    insert into storage_change (team_id, resource, at, size_bytes)
    select ${teamId}, 'IPFS_STORAGE', at, bytes from change order by number
  `.execute(database.db);
  await sql`
    insert into usage_bucket (team_id, resource, subject, bucket, amount, calls)
    select ${teamId}, resource, subject, date_trunc('hour', at), sum(amount), count(*) from unnest(
      ${uses.map(({ resource }) => resource)}::text[], ${uses.map(({ subject }) => subject)}::text[],
      ${moments(uses)}::timestamptz[], ${uses.map(({ amount }) => String(amount))}::bigint[]
    ) as used (resource, subject, at, amount) group by resource, subject, date_trunc('hour', at)
  `.execute(database.db);
};
const settle = (teamId: string, before: number) => settleTeam(database.db, ledger, teamId, at(before));
const chargesOf = (teamId: string) =>
  database.db.selectFrom("charge").selectAll().where("team_id", "=", teamId).orderBy("hour").orderBy("part").execute();

describe("billing of a synthetic month", () => {
  it.each(["one", "two"])("equals an independent calculation to the unit: %s", async (seed) => {
    const roll = dice(`month ${seed}`);
    const teamId = await payingTeam(database.db, 10n ** 12n * unit);
    const second = (): number => start + roll(end - start);
    const flows = ["TRAFFIC", "BUILD_TIME", "COMPUTE_UNIT"] as const;
    const sizes = { IPFS_STORAGE: 3 * GiB, TRAFFIC: 20 * GiB, BUILD_TIME: 2_000, COMPUTE_UNIT: 200_000 };
    const grants = Object.entries(sizes).flatMap(([resource, size]) =>
      Array.from({ length: 1 + roll(3) }, () => {
        const from = roll(2) ? start : second();
        return { resource, amount: BigInt(1 + roll(size)), from, until: from + 1 + roll(end - from) };
      }),
    );
    const levels = Array.from({ length: 60 }, () => ({ at: second(), bytes: BigInt(roll(4)) * BigInt(roll(3 * GiB)) }));
    const uses = Array.from({ length: 300 }, () => {
      const resource = flows[roll(3)]!;
      return { at: second(), resource, subject: `site ${roll(3)}`, amount: BigInt(1 + roll(sizes[resource] / 10)) };
    });
    const priceChange = start + (24 + roll(600)) * hour;
    const { rows: listed } = await sql<{ resource: string; land: string; per: string }>`
      select resource, land::text, per::text from resource_price where starts_at = 'epoch'
    `.execute(database.db);
    const month: NaiveMonth = {
      from: start,
      until: end,
      grants,
      levels: levels.toSorted((a, b) => a.at - b.at),
      uses,
      prices: [
        // In the price list, storage is priced per byte and microsecond.
        ...listed.map(({ resource, land, per }) => ({
          resource,
          from: 0,
          land: BigInt(land) * (resource === "IPFS_STORAGE" ? 1_000_000n : 1n),
          per: BigInt(per),
        })),
        { resource: "COMPUTE_UNIT", from: priceChange, land: 7n * unit, per: 33n },
      ],
    };

    await database.pool.query("delete from resource_price where starts_at > 'epoch'");
    await database.pool.query(
      "insert into resource_price (resource, land, per, starts_at) values ('COMPUTE_UNIT', $1, 33, $2)",
      [String(7n * unit), at(priceChange)],
    );
    for (const grant of grants)
      await giveBonus(database.db, teamId, grant.resource as MeteredResource, grant.amount, grant.from, grant.until);
    // The server settles from time to time, with everything that happened since.
    const runs = Array.from({ length: 15 }, () => start + roll(31 * 24) * hour).toSorted((a, b) => a - b);
    let since = start;
    for (const until of [...runs, end]) {
      const isNew = (event: { readonly at: number }): boolean => event.at >= since && event.at < until;
      await happen(teamId, month.levels.filter(isNew), month.uses.filter(isNew));
      await settle(teamId, until);
      since = until;
    }

    const bill = naiveBill(month);
    const charged = Map.groupBy(await chargesOf(teamId), ({ resource }) => resource);
    const sums = Object.fromEntries(
      [...charged].map(([resource, rows]) => [resource, rows.reduce((sum, { land }) => sum + BigInt(land), 0n)]),
    );
    expect(sums).toEqual(bill);
    const spent = Object.values(bill).reduce((sum, land) => sum + land, 0n);
    expect(spent).toBeGreaterThan(0n);
    expect(await ledger.available(database.db, teamId)).toBe(10n ** 12n * unit - spent);
    expect((await audit(database.db)).isSound).toBe(true);
  });
});
