import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { balanceAlertCalls } from "../../../../resources/account/balance-alert.ts";
import { billingCalls } from "../../../../resources/billing/account-calls.ts";
import { spendCaps, type SpendCap } from "../../../../resources/billing/spend-caps.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { packageSizes } from "../../../../resources/billing/packages.ts";
import type { CallLine } from "../../../../resources/declare/define.ts";
import { teamSettings } from "../../../../resources/account/teams/team-settings.ts";
import { trialAllowance } from "../../../../resources/limits.ts";
import { depositLand, landUnit as unit } from "../../../../tests/support/billing/paying-team.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { createLedger } from "../ledger/create-ledger.ts";
import { recordDunning } from "../ledger/dunning.ts";
import { recordPaid } from "../ledger/usage/paid-use.ts";
import { setPrice } from "../ledger/charges/prices.ts";
import { settleTeam } from "../ledger/charges/settle.ts";
import { balanceAlertOf, setBalanceAlert } from "../../account/alerts/choices.ts";
import { alertRoutes } from "../../account/alerts/routes.ts";
import type { Alerts } from "../../account/alerts/service.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { billingRoutes } from "./routes.ts";
import { lateRoute } from "../../../../tests/support/server/late-route.ts";

const hourSeconds = 3600;
/** The third-last full hour: settled explicitly by the test, and by nothing else. */
const anHour = (): Date => new Date((Math.floor(Date.now() / 1000 / hourSeconds) - 2) * hourSeconds * 1000);
const ledger = createLedger();

let web: TestWeb;
beforeAll(async () => {
  const answering: { routes: Route[] } = { routes: [] };
  const lazily = (call: CallLine): Route => lateRoute(call, () => answering.routes);
  const calls = [...billingCalls, ...balanceAlertCalls];
  const resources = [{ ...deposits, calls: {} }, teamSettings, spendCaps];
  const lines = [...calls.map(({ call }) => call), spendCaps.calls.list];
  web = await testWeb({ resources, calls, routes: lines.map(lazily) });
  const alerts = { balanceAlertOf, setBalanceAlert, check: async (_teamId: string) => false } as Alerts;
  answering.routes = [...billingRoutes({ ...web, alerts }), ...alertRoutes(alerts)];
});

const newUser = async (land = 0n) => {
  const user = await web.signIn();
  if (land > 0n) await depositLand(web.database.db, user.teamId, land * unit);
  const ask = (line: string, body?: unknown) =>
    web.call(line.replace(" ", " /api/bill-consume/"), {
      token: user.accessToken,
      ...(body !== undefined && { body }),
    });
  return {
    ...user,
    ask,
    get: async <T>(path: string): Promise<T> => (await ask(`GET ${path}`)).body.data as T,
    quote: async (query: string): Promise<QuoteReply> => (await ask(`GET quote?${query}`)).body.data,
    cap: (kind: string, target: string, land: bigint | null) =>
      ask("PUT caps", { kind, target, land: land === null ? null : (land * unit).toString() }),
    caps: async () => (await ask("GET caps")).body.data as { since: number; items: SpendCap[] },
  };
};
interface QuoteReply {
  readonly fromPackages: number;
  readonly beyond: number;
  readonly land: string | null;
  readonly enough: boolean;
  readonly reason?: string;
}

const transact = <T>(work: (trx: Parameters<typeof setPrice>[0]) => Promise<T>): Promise<T> =>
  web.database.db.transaction().execute(work);
const use = (teamId: string, resource: "BUILD_TIME" | "TRAFFIC", amount: number, subject = "site", bucket = anHour()) =>
  web.database.db
    .insertInto("usage_bucket")
    .values({ team_id: teamId, resource, subject, bucket, amount: BigInt(amount), calls: 1n })
    .execute();
/** The package allowance is almost used up. */
const usePackages = (teamId: string) =>
  web.database.db.deleteFrom("allowance_grant").where("team_id", "=", teamId).execute();
const project = async (teamId: string, name: string): Promise<string> => {
  const id = randomUUID();
  await web.database.pool.query(
    "insert into project (id, team_id, name, label, platform, deploy_type) values ($1, $2, $3, $4, 'IPFS', 'UPLOAD')",
    [id, teamId, name, id],
  );
  return id;
};
const sizes = (items: readonly { resourceType: string; size: number }[]) =>
  Object.fromEntries(items.map(({ resourceType, size }) => [resourceType, size]));

interface Packages {
  readonly combo: {
    readonly package: string;
    readonly efficientAt: number;
    readonly invalidAt: number | null;
    readonly resourceItems: { resourceType: string; size: number }[];
    readonly consumeItems: { resourceType: string; size: number }[];
  };
  readonly realTimeItems: { resourceType: string; size: number }[];
  readonly added: Record<string, unknown>[];
  readonly totalIpfsStorage: number;
}

describe("packages", () => {
  it("count only AI tokens paid with LAND, not those of free models", async () => {
    const user = await newUser();
    const { teamId } = user;
    const paid = { teamId, resource: "AI_RPC", service: "AI", subject: "key" } as const;
    await transact((trx) => recordPaid(trx, { ...paid, amount: 667n, land: 0n }));
    const tokens = async () => sizes((await user.get<Packages>("combo/user/list")).realTimeItems)["AI_RPC"];
    expect(await tokens()).toBe(0);
    await transact((trx) => recordPaid(trx, { ...paid, amount: 40n, land: 9n * unit }));
    expect(await tokens()).toBe(40);
  });

  it("list their allowance, usage and total usage", async () => {
    const user = await newUser();
    await use(user.teamId, "BUILD_TIME", trialAllowance.BUILD_TIME + 60, "site", new Date());
    await transact((trx) => web.allowance.store(trx, user.teamId, 4096));
    const { combo, realTimeItems, totalIpfsStorage } = await user.get<Packages>("combo/user/list");
    expect(combo).toMatchObject({ package: "TRIAL", invalidAt: combo.efficientAt + 7 * 86_400 });
    expect(sizes(combo.resourceItems)).toEqual(trialAllowance);
    expect(sizes(combo.consumeItems)).toMatchObject({ BUILD_TIME: trialAllowance.BUILD_TIME, IPFS_STORAGE: 4096 });
    expect(sizes(realTimeItems)).toMatchObject({
      BUILD_TIME: trialAllowance.BUILD_TIME + 60,
      IPFS_STORAGE: 4096,
      AR_STORAGE: 0,
    });
    expect(totalIpfsStorage).toBe(4096);
    expect(await user.get("combo/usage/BUILD_TIME")).toEqual({ size: 0 });
    expect(await user.get("combo/usage/TRAFFIC")).toEqual({ size: trialAllowance.TRAFFIC });
    expect((await user.ask("GET combo/usage/GOLD")).status).toBe(404);
  });

  it("list add-ons, earliest expiry first", async () => {
    const user = await newUser();
    await usePackages(user.teamId);
    const endsAt = new Date((Math.floor(Date.now() / 1000) + 300) * 1000);
    const add = (name: "BONUS" | "PURCHASE", end?: Date) =>
      transact((trx) =>
        web.allowance.grant(trx, user.teamId, {
          id: randomUUID(),
          package: name,
          resource: "TRAFFIC",
          amount: 500n,
          ...(end && { endsAt: end }),
        }),
      );
    await add("PURCHASE");
    await add("BONUS", endsAt);
    await transact((trx) => web.allowance.grantStandard(trx, user.teamId));
    await use(user.teamId, "TRAFFIC", 400, "site", new Date());
    const { combo, added } = await user.get<Packages>("combo/user/list");
    expect(combo.package).toBe("STANDARD");
    expect(sizes(combo.resourceItems)["TRAFFIC"]).toBe(packageSizes.STANDARD.TRAFFIC! + 1000);
    const rest = { resourceType: "TRAFFIC", size: 500 };
    // Add-ons that expire before the package's month are used first, here unsettled.
    expect(added).toMatchObject([
      { package: "BONUS", ...rest, left: 100, invalidAt: endsAt.getTime() / 1000 },
      { package: "PURCHASE", ...rest, left: 500, invalidAt: null },
    ]);
  });
});

describe("the price list", () => {
  it("holds the prices of wire-facts §8, and announced ones", async () => {
    const user = await newUser();
    const since = new Date((Math.floor(Date.now() / 1000 / hourSeconds) + 24) * hourSeconds * 1000);
    await transact((trx) =>
      setPrice(trx, { resource: "BUILD_TIME", land: 600n * unit, per: 1n, startsAt: since }).then(() => undefined),
    );
    const { items } = await user.get<{ items: { resourceType: string; data: Record<string, unknown> }[] }>(
      "common/price",
    );
    const of = (resource: string) => items.filter(({ resourceType }) => resourceType === resource);
    expect(of("IPFS_STORAGE")).toEqual([
      { resourceType: "IPFS_STORAGE", data: { land: "29000000", per: "1", unit: "BYTE_SECOND", since: 0 } },
    ]);
    expect(of("TRAFFIC")[0]!.data).toEqual({
      land: (100_000n * unit).toString(),
      per: String(2 ** 30),
      unit: "BYTE",
      since: 0,
    });
    expect(of("BUILD_TIME").map(({ data }) => [data["land"], data["since"]])).toEqual([
      [(500n * unit).toString(), 0],
      [(600n * unit).toString(), since.getTime() / 1000],
    ]);
  });
});

describe("the runway", () => {
  it("returns balance, holds, debt and unsettled usage, and the days left at the 7-day average", async () => {
    const user = await newUser(100_000n);
    expect(await user.get("outlook")).toMatchObject({
      land: (100_000n * unit).toString(),
      landPerDay: "0",
      daysLeft: null,
      dunning: { step: "paid", beganAt: null },
    });
    await usePackages(user.teamId);
    // 500 LAND a second: 35,000 LAND in the week, 5,000 a day.
    await use(user.teamId, "BUILD_TIME", 30);
    await settleTeam(web.database.db, ledger, user.teamId, new Date());
    await use(user.teamId, "BUILD_TIME", 40, "other", new Date());
    await transact((trx) =>
      ledger.hold(trx, {
        id: randomUUID(),
        from: { teamId: user.teamId, unit: "LAND" },
        to: { system: "revenue", unit: "LAND" },
        amount: 5_000n * unit,
        reason: "test",
      }),
    );
    expect(await user.get("outlook")).toMatchObject({
      land: (80_000n * unit).toString(),
      held: (5_000n * unit).toString(),
      owed: "0",
      due: (20_000n * unit).toString(),
      landPerDay: (5_000n * unit).toString(),
      daysLeft: 12,
    });
  });

  it("counts current storage above the packages, and tells when the balance became empty", async () => {
    const user = await newUser();
    await usePackages(user.teamId);
    await use(user.teamId, "BUILD_TIME", 10);
    await settleTeam(web.database.db, ledger, user.teamId, new Date());
    const { step, beganAt, servedUntil } = await recordDunning(web.database.db, web.usage, user.teamId);
    expect(step).toBe("refused");
    const inSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
    expect(await user.get("outlook")).toMatchObject({
      land: "0",
      owed: (5_000n * unit).toString(),
      daysLeft: 0,
      dunning: { step: "refused", beganAt: inSeconds(beganAt!), servedUntil: inSeconds(servedUntil!) },
    });
    const storing = await newUser(1_000_000n);
    await usePackages(storing.teamId);
    await transact((trx) => web.allowance.store(trx, storing.teamId, 2 ** 30));
    const aDay = 29_000_000n * 2n ** 30n * 86_400n;
    expect(await storing.get("outlook")).toMatchObject({ landPerDay: aDay.toString() });
  });
});

describe("the month", () => {
  it("costs what was charged and is unsettled, and is forecast at the rate of the last days", async () => {
    const user = await newUser(1_000_000n);
    const month = async () =>
      (await user.get("outlook")) as { month: { since: number; until: number; spent: string; forecast: string } };
    const { month: before } = await month();
    const now = new Date();
    expect(before).toEqual({
      since: Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) / 1000,
      until: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1000,
      spent: "0",
      forecast: "0",
    });
    await usePackages(user.teamId);
    await use(user.teamId, "BUILD_TIME", 40, "site", now);
    const { month: after } = await month();
    const spent = 20_000n * unit;
    expect(after.spent).toBe(spent.toString());
    // A new team's rate is of its first day.
    const daysLeft = (after.until - Date.now() / 1000) / 86_400;
    const expected = Number(spent) * (1 + daysLeft);
    // Usage is accounted by the hour.
    expect(Number(after.forecast) / expected).toBeCloseTo(1, 1);
  });
});

describe("the budget", () => {
  it("is off until it is set, and takes amounts above zero", async () => {
    const user = await newUser();
    expect(await user.get("budget")).toEqual({ enable: false, land: (10_000_000n * unit).toString() });
    const chosen = { enable: true, land: (7n * unit).toString() };
    expect((await user.ask("PUT budget", chosen)).body.data).toEqual(chosen);
    expect((await user.ask("PUT budget", { enable: true, land: "0" })).body.code).not.toBe(200);
    expect(await user.get("budget")).toEqual(chosen);
    await user.ask("PUT budget", { ...chosen, enable: false });
    expect(await user.get("budget")).toMatchObject({ enable: false });
  });
});

describe("the low-balance alert", () => {
  it("defaults to 500,000 LAND, and is shared with the balance alert of the account", async () => {
    const user = await newUser();
    const usual = (500_000n * unit).toString();
    const alert = async () =>
      (await web.call("GET /api/auth/team/balance-alert", { token: user.accessToken })).body.data;
    expect(await user.get("assets/early/warn")).toEqual({ enable: true, land: usual });
    expect(await alert()).toEqual({ active: true, percentLeft: 10, landLeft: usual });
    const chosen = { enable: true, land: (7n * unit).toString() };
    expect((await user.ask("PUT assets/early/warn", chosen)).body.data).toEqual(chosen);
    expect(await alert()).toMatchObject({ landLeft: chosen.land });
    await user.ask("PUT assets/early/warn", { ...chosen, enable: false });
    expect(await user.get("assets/early/warn")).toMatchObject({ enable: false });
    expect(await alert()).toEqual({ active: true, percentLeft: 10, landLeft: null });
    const body = { active: true, percentLeft: 20, landLeft: (9n * unit).toString() };
    await web.call("PUT /api/auth/team/balance-alert", { token: user.accessToken, body });
    expect(await user.get("assets/early/warn")).toEqual({ enable: true, land: body.landLeft });
  });

  it("accepts whole amounts only", async () => {
    const user = await newUser();
    for (const land of ["-1", "1.5", "", "x"])
      expect((await user.ask("PUT assets/early/warn", { enable: true, land })).status).toBe(422);
  });
});

describe("spend caps", () => {
  it("show this month's cost of each service and project, settled or not", async () => {
    const user = await newUser(1_000_000n);
    await usePackages(user.teamId);
    const id = await project(user.teamId, "orchard");
    await use(user.teamId, "BUILD_TIME", 4, id, new Date());
    await user.cap("PROJECT", id, 5_000n);
    await user.cap("SERVICE", "HOSTING", 9_000n);
    const { items } = await user.caps();
    const spent = (2_000n * unit).toString();
    expect(items.filter(({ land }) => land !== null)).toEqual([
      {
        beyond: "PAUSE",
        kind: "SERVICE",
        target: "HOSTING",
        service: "HOSTING",
        title: null,
        land: (9_000n * unit).toString(),
        spent,
      },
      {
        beyond: "PAUSE",
        kind: "PROJECT",
        target: id,
        service: "HOSTING",
        title: "orchard",
        land: (5_000n * unit).toString(),
        spent,
      },
    ]);
    expect(items.filter(({ kind }) => kind === "SERVICE")).toHaveLength(7);
    await settleTeam(web.database.db, ledger, user.teamId, new Date(Date.now() + hourSeconds * 1000));
    expect((await user.caps()).items.find(({ target }) => target === id)!.spent).toBe(spent);
  });

  it("refuse usage above them, and allow it once removed", async () => {
    const user = await newUser(1_000_000n);
    await usePackages(user.teamId);
    const id = await project(user.teamId, "meadow");
    const build = (seconds: number) =>
      web.allowance.ask(web.database.db, user.teamId, "BUILD_TIME", seconds, { service: "HOSTING", subject: id });
    const quoteQuery = `resourceType=BUILD_TIME&amount=11&service=HOSTING&target=${id}`;
    expect((await user.cap("PROJECT", id, 5_000n)).status).toBe(200);
    await build(10);
    await expect(build(11)).rejects.toMatchObject({ code: "SPEND_CAP_REACHED" });
    expect(await user.quote(quoteQuery)).toMatchObject({ enough: false, reason: "SPEND_CAP_REACHED" });
    expect((await user.cap("PROJECT", id, null)).status).toBe(200);
    await build(11);
    expect(await user.quote(quoteQuery)).toMatchObject({ enough: true });
  });

  it("can be set for the team's own items only", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const id = await project(other.teamId, "secret");
    expect((await user.cap("PROJECT", id, 1n)).status).toBe(404);
    expect((await user.cap("SERVICE", "GOLD", 1n)).status).toBe(404);
    expect((await other.caps()).items.find(({ target }) => target === id)).toMatchObject({ land: null });
    expect((await user.caps()).items.some(({ target }) => target === id)).toBe(false);
  });
});

describe("a quote", () => {
  it("spends the packages first, and is refused where the action would be", async () => {
    const user = await newUser();
    expect(await user.quote(`resourceType=BUILD_TIME&amount=${trialAllowance.BUILD_TIME}`)).toEqual({
      fromPackages: trialAllowance.BUILD_TIME,
      beyond: 0,
      land: "0",
      enough: true,
    });
    expect(await user.quote(`resourceType=BUILD_TIME&amount=${trialAllowance.BUILD_TIME + 2}`)).toEqual({
      fromPackages: trialAllowance.BUILD_TIME,
      beyond: 2,
      land: (1_000n * unit).toString(),
      enough: false,
      reason: "ALLOWANCE_USED_UP",
    });
    expect(await user.quote("resourceType=AI_RPC&amount=1")).toMatchObject({ land: null, enough: false });
    for (const query of ["resourceType=GOLD&amount=1", "resourceType=TRAFFIC&amount=-1", "resourceType=TRAFFIC"])
      expect((await user.ask(`GET quote?${query}`)).status).toBe(422);
  });

  it("equals the settled charge, to the unit", async () => {
    const user = await newUser(1_000_000n);
    await usePackages(user.teamId);
    const bytes = 987_654_321;
    const [traffic, build, stored] = [
      await user.quote(`resourceType=TRAFFIC&amount=${bytes}`),
      await user.quote("resourceType=BUILD_TIME&amount=77"),
      await user.quote(`resourceType=IPFS_STORAGE&amount=${bytes}&seconds=${hourSeconds}`),
    ];
    const hour = anHour();
    await use(user.teamId, "TRAFFIC", bytes);
    await use(user.teamId, "BUILD_TIME", 77);
    const end = new Date(hour.getTime() + hourSeconds * 1000);
    await web.database.db
      .insertInto("storage_level")
      .values({
        team_id: user.teamId,
        resource: "IPFS_STORAGE",
        size_bytes: BigInt(bytes),
        settled_bytes: BigInt(bytes),
        settled_at: hour,
      })
      .execute();
    await settleTeam(web.database.db, ledger, user.teamId, end);
    const charges = await web.database.db
      .selectFrom("charge")
      .select(["resource", "land"])
      .where("team_id", "=", user.teamId)
      .execute();
    expect(Object.fromEntries(charges.map(({ resource, land }) => [resource, land]))).toEqual({
      TRAFFIC: traffic.land,
      BUILD_TIME: build.land,
      IPFS_STORAGE: stored.land,
    });
  });
});
