import { randomInt } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { verifyVoucher, voucherCalls, type Gift } from "../../../../resources/billing/vouchers.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { vouchers } from "../../../../resources/operator/vouchers.ts";
import { createLedger } from "../ledger/create-ledger.ts";
import { audit } from "../ledger/audit.ts";
import { land } from "../../../../tests/support/billing/money.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import type { Route } from "../../kernel/calls/route.ts";
import type { NewVoucher } from "./operator.ts";
import { voucherRoutes } from "./routes.ts";
import { lateRoute } from "../../../../tests/support/server/late-route.ts";

type Person = Awaited<ReturnType<TestWeb["signIn"]>>;

const operatorKey = privateKeyToAccount(generatePrivateKey());
const ledger = createLedger();
const MiB = 1024n * 1024n;

let web: TestWeb;
let operator: Person;
beforeAll(async () => {
  const answering: { routes?: Route[] } = {};
  const lines = [
    ...voucherCalls.map(({ call }) => call),
    ...Object.values(vouchers.calls),
    vouchers.actions.withdraw.call,
  ];
  web = await testWeb({
    resources: [{ ...deposits, calls: {} }, vouchers],
    calls: voucherCalls,
    routes: lines.map((call) => lateRoute(call, () => answering.routes!)),
    settings: { OPERATORS: operatorKey.address },
  });
  answering.routes = voucherRoutes({ ledger, allowance: web.allowance, realtime: web.realtime });
  operator = await web.signIn(operatorKey);
});

const path = "/api/bill-consume/operator/vouchers";
/** Uses a new address each time, since the rate limit is tested separately. */
const fromAnywhere = () => ({ "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` });
const ask = (line: string, { accessToken }: Person, body?: unknown) =>
  web.call(line, { token: accessToken, headers: fromAnywhere(), ...(body !== undefined && { body }) });
const make = async (voucher: Partial<NewVoucher> = {}): Promise<{ id: string; code: string }> => {
  const { status, body } = await ask(`POST ${path}`, operator, { gives: "LAND", amount: 1000, uses: 1, ...voucher });
  expect(status, body.message).toBe(200);
  return body.data;
};
const listed = async (id: string): Promise<Row<typeof vouchers>> =>
  ((await ask(`GET ${path}?size=100`, operator)).body.data as { items: Row<typeof vouchers>[] }).items.find(
    (one) => one.id === id,
  )!;
const verify = (user: Person, code: string) =>
  ask(`GET /api/resource/rewardhub/voucher/verify/${encodeURIComponent(code)}`, user);
const redeem = (user: Person, code: string) => ask("POST /api/resource/rewardhub/voucher/redeem", user, { code });
const balanceOf = ({ teamId }: Person) => ledger.available(web.database.db, teamId);
const allowed = async ({ teamId }: Person, resource: MeteredResource): Promise<bigint> =>
  (await web.allowance.used(web.database.db, teamId)).resources.find((one) => one.resource === resource)!.allowed;
const refusal = { status: 404, body: { code: "VOUCHER_UNKNOWN" } };

describe("a voucher", () => {
  it("shows its value and expiry, and credits exact LAND once for a team", async () => {
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    const { id, code } = await make({ amount: 5_000_000, uses: 3, expiresAt });
    const user = await web.signIn();
    const gift: Gift = { gives: "LAND", amount: land(5_000_000).toString(), days: null, expiresAt };
    expect((await verify(user, code)).body.data).toEqual(gift);
    expect(await balanceOf(user)).toBe(0n);
    expect((await redeem(user, code)).body.data).toEqual(gift);
    expect(await balanceOf(user)).toBe(land(5_000_000));
    expect(await redeem(user, code)).toMatchObject({ status: 409, body: { code: "VOUCHER_REDEEMED" } });
    expect(await verify(user, code)).toMatchObject({ status: 409, body: { code: "VOUCHER_REDEEMED" } });
    expect(await balanceOf(user)).toBe(land(5_000_000));
    expect(await listed(id)).toMatchObject({ used: 1, uses: 3, state: "open", amount: 5_000_000 });
  });

  it("is listed by a column in both directions, with those without a value last", async () => {
    const now = Math.floor(Date.now() / 1000);
    const late = await make({ expiresAt: now + 7200 });
    const early = await make({ expiresAt: now + 3600 });
    const never = await make();
    const ids = [late, early, never].map(({ id }) => id);
    const order = async (sort: string) => {
      const { body } = await ask(`GET ${path}?size=100&sort=${sort}`, operator);
      return (body.data as { items: Row<typeof vouchers>[] }).items
        .map(({ id }) => id)
        .filter((id) => ids.includes(id));
    };
    expect(await order("expiresAt")).toEqual([early.id, late.id, never.id]);
    expect(await order("-expiresAt")).toEqual([late.id, early.id, never.id]);
    expect((await ask(`GET ${path}?sort=note`, operator)).status).toBe(422);
  });

  it("adds a resource to the packages for its number of days", async () => {
    const { code } = await make({ gives: "AR_STORAGE", amount: 7, days: 30 });
    const user = await web.signIn();
    const before = await allowed(user, "AR_STORAGE");
    await redeem(user, code);
    expect(await allowed(user, "AR_STORAGE")).toBe(before + 7n * MiB);
    const grants = await web.database.db
      .selectFrom("allowance_grant")
      .select(["starts_at", "ends_at"])
      .where("team_id", "=", user.teamId)
      .where("package", "=", "VOUCHER")
      .execute();
    expect(grants).toHaveLength(1);
    const days = (grants[0]!.ends_at!.getTime() - grants[0]!.starts_at.getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  it("accepts codes in lowercase, without hyphens, with O for 0", async () => {
    const { code } = await make();
    const user = await web.signIn();
    const input = ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
    expect((await redeem(user, input)).status).toBe(200);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it("is shown once and stored as a hash; no log contains it", async () => {
    const { id, code } = await make({ note: "Spring fair", uses: 2 });
    await redeem(await web.signIn(), code);
    const { db } = web.database;
    const logs = [
      await db.selectFrom("voucher").selectAll().execute(),
      await db.selectFrom("operation_log").selectAll().execute(),
      await listed(id),
      web.logged,
    ];
    const text = JSON.stringify(logs, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
    expect(text).toContain("Spring fair");
    for (const written of [code, code.replaceAll("-", "")]) expect(text).not.toContain(written);
    expect(await listed(id)).toMatchObject({ note: "Spring fair", ending: code.slice(-4) });
  });

  it("returns the same error for unknown, withdrawn, expired and used-up codes", async () => {
    const [withdrawn, ended, used] = [await make(), await make(), await make()];
    await ask(`POST ${path}/${withdrawn.id}/withdraw`, operator, {});
    await web.database.db
      .updateTable("voucher")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("id", "=", ended.id)
      .execute();
    await redeem(await web.signIn(), used.code);
    const user = await web.signIn();
    for (const code of ["AAAA-BBBB-CCCC-DDDD-EEEE", "%00", withdrawn.code, ended.code, used.code]) {
      expect(await verify(user, code)).toMatchObject(refusal);
      expect(await redeem(user, code)).toMatchObject(refusal);
    }
    expect(await balanceOf(user)).toBe(0n);
    const states = await Promise.all([withdrawn, ended, used].map(async ({ id }) => (await listed(id)).state));
    expect(states).toEqual(["withdrawn", "expired", "used-up"]);
  });
});

it("Codes cannot be tried one after another: so many a minute, and no more", async () => {
  const { accessToken } = await web.signIn();
  const tries = await Promise.all(
    // May take over two minutes, so one may expire meanwhile.
    Array.from({ length: 2 * verifyVoucher.perMinute! + 1 }, (_, at) =>
      web.call(`GET /api/resource/rewardhub/voucher/verify/AAAA${at}`, { token: accessToken }),
    ),
  );
  const statuses = tries.map(({ status }) => status).filter((status) => status !== 404);
  expect(statuses.length).toBeGreaterThan(0);
  for (const status of statuses) expect(status).toBe(429);
});

describe("races", () => {
  it("with 5 uses is redeemed by exactly 5 of 30 teams, and the ledger matches", async () => {
    const { id, code } = await make({ amount: 700, uses: 5 });
    const users = await Promise.all(Array.from({ length: 30 }, () => web.signIn()));
    const before = await givenAway();
    const ends = await Promise.all(users.map((user) => redeem(user, code)));
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const end of ends) if (end.status !== 200) expect(end).toMatchObject(refusal);
    const balances = await Promise.all(users.map(balanceOf));
    expect(balances.filter((balance) => balance === land(700))).toHaveLength(5);
    expect(balances.filter((balance) => balance === 0n)).toHaveLength(25);
    expect((await givenAway()) - before).toBe(land(3500));
    expect(await listed(id)).toMatchObject({ used: 5, state: "used-up" });
    expect(await audit(web.database.db)).toMatchObject({ isSound: true, sums: { LAND: 0n } });
  });

  it("redeemed in parallel by one team is credited once", async () => {
    const { id, code } = await make({ gives: "TRAFFIC", amount: 1, uses: 10 });
    const user = await web.signIn();
    const before = await allowed(user, "TRAFFIC");
    const ends = await Promise.all(Array.from({ length: 8 }, () => redeem(user, code)));
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const end of ends) if (end.status !== 200) expect(end.body.code).toBe("VOUCHER_REDEEMED");
    expect((await allowed(user, "TRAFFIC")) - before).toBe(1024n * MiB);
    expect((await listed(id)).used).toBe(1);
  });
});

describe("an operator", () => {
  it("sees which fields are out of range", async () => {
    const wrong = { gives: "LAND", amount: 0, uses: 2_000_000, days: 3, expiresAt: 1 };
    const { status, body } = await ask(`POST ${path}`, operator, wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.data as object).toSorted()).toEqual(["amount", "days", "expiresAt", "uses"]);
    const tooMuch = { gives: "TRAFFIC", amount: 2 ** 50, uses: 1 };
    expect((await ask(`POST ${path}`, operator, tooMuch)).status).toBe(422);
  });

  it("deletes an unredeemed voucher only", async () => {
    const [unused, used] = [await make(), await make()];
    await redeem(await web.signIn(), used.code);
    expect((await ask(`DELETE ${path}/${unused.id}`, operator)).status).toBe(200);
    expect(await verify(await web.signIn(), unused.code)).toMatchObject(refusal);
    expect(await ask(`DELETE ${path}/${used.id}`, operator)).toMatchObject({
      status: 409,
      body: { code: "VOUCHER_USED" },
    });
  });

  it("is the only role with access to vouchers", async () => {
    const { id } = await make();
    const user = await web.signIn();
    for (const line of [`GET ${path}`, `DELETE ${path}/${id}`, `POST ${path}/${id}/withdraw`])
      expect((await ask(line, user)).status).toBe(404);
  });
});

const givenAway = async (): Promise<bigint> => {
  const { totals } = await audit(web.database.db);
  return -(totals.find(({ account, unit }) => account === "voucher" && unit === "LAND")?.balance ?? 0n);
};
