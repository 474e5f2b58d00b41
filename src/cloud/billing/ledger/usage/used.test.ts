import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { AccountPackage } from "../../../../../resources/billing/packages.ts";
import { giveBonus, landUnit, payingTeam } from "../../../../../tests/support/billing/paying-team.ts";
import { dice } from "../../../../../tests/support/chains/dice.ts";
import { testDatabase, type TestDatabase } from "../../../../../tests/support/database/database.ts";
import { createAllowance } from "../allowance.ts";
import { settleTeam } from "../charges/settle.ts";
import { createLedger } from "../create-ledger.ts";
import { createUsage } from "./usage.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const hourSeconds = 3600;
const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const hourOf = (seconds: number): number => seconds - (seconds % hourSeconds);
const at = (seconds: number): Date => new Date(seconds * 1000);
const flows = ["TRAFFIC", "BUILD_TIME", "COMPUTE_UNIT"] as const;
const packages = ["TRIAL", "FREE", "STANDARD"] as const;

/** Three packages that replaced one another at these moments, with up to 40 of each resource. */
const withPackages = async (roll: (below: number) => number, moments: readonly number[]): Promise<string> => {
  const teamId = await payingTeam(database.db, 10n ** 9n * landUnit);
  const grantOf = (name: AccountPackage, index: number) =>
    flows.map((resource) => ({
      id: randomUUID(),
      team_id: teamId,
      package: name,
      resource,
      amount: BigInt(roll(40)),
      starts_at: at(moments[index]!),
      ends_at: at(moments[index + 1] ?? nowSeconds() + 20 * 24 * hourSeconds),
    }));
  await database.db.insertInto("allowance_grant").values(packages.flatMap(grantOf)).execute();
  return teamId;
};

/** Uses up to 30 of each resource in each hour since a moment, and returns what it was. */
const use = async (roll: (below: number) => number, teamId: string, since: number) => {
  const uses = [];
  for (let hour = hourOf(since); hour <= nowSeconds(); hour += hourSeconds)
    uses.push(...flows.map((resource) => ({ resource, hour, amount: roll(30) })));
  const rows = uses.map(({ resource, hour, amount }) => ({
    team_id: teamId,
    resource,
    subject: "site",
    bucket: at(hour),
    amount: BigInt(amount),
    calls: 1n,
  }));
  await database.db.insertInto("usage_bucket").values(rows).execute();
  return uses;
};

const figures = async (teamId: string) => {
  const { resources, ...rest } = await createAllowance(createUsage(database)).used(database.db, teamId);
  return { ...rest, resources: resources.filter(({ resource }) => flows.some((flow) => flow === resource)) };
};

/** Books one hour after the other, and expects the same figures after each. */
const expectKept = async (teamId: string, since: number): Promise<void> => {
  const before = await figures(teamId);
  for (let hour = hourOf(since) + hourSeconds; hour <= nowSeconds(); hour += hourSeconds) {
    await settleTeam(database.db, createLedger(), teamId, at(hour));
    expect(await figures(teamId)).toEqual(before);
  }
};

describe("a team's usage", () => {
  const seeds = Array.from({ length: 12 }, (_, index) => index);

  it.each(seeds)(
    "stays what was used since the hour of the package, also when it is booked: changes %i",
    async (seed) => {
      const roll = dice(`packages ${seed}`);
      const since = hourOf(nowSeconds()) - 2 * hourSeconds;
      const minutes = [0, 1, 2].map(() => roll(Math.floor((nowSeconds() - since) / 60)));
      // A minute holds one change.
      const moments = minutes.toSorted((a, b) => a - b).map((minute, index) => since + minute * 60 + index);
      const teamId = await withPackages(roll, moments);
      const uses = await use(roll, teamId, moments[0]!);
      const expected = (flow: string): number =>
        uses
          .filter(({ resource, hour }) => resource === flow && hour >= hourOf(moments[2]!))
          .reduce((sum, { amount }) => sum + amount, 0);
      const { resources } = await figures(teamId);
      expect(resources.map(({ resource, used }) => [resource, Number(used)])).toEqual(
        flows.map((flow) => [flow, expected(flow)]),
      );
      await expectKept(teamId, moments[0]!);
    },
  );

  it.each(seeds)("stays the same when it is booked, with an add-on that ended within the hours: %i", async (seed) => {
    const roll = dice(`add-ons ${seed}`);
    const since = hourOf(nowSeconds()) - 2 * hourSeconds;
    const end = since + 60 * roll(Math.floor((nowSeconds() - since) / 60));
    const teamId = await withPackages(roll, [since, since + 60, end]);
    for (const flow of flows) await giveBonus(database.db, teamId, flow, 1 + roll(30), since, end);
    for (const flow of flows) await giveBonus(database.db, teamId, flow, 1 + roll(30), since);
    await use(roll, teamId, since);
    await expectKept(teamId, since);
  });
});
