import { beforeAll, describe, expect, it } from "vitest";
import { rollupOrderSeconds } from "../../../resources/raas/limits.ts";
import { errors } from "../../../resources/declare/errors.ts";
import { freeChainId, raasWeb } from "../../../tests/support/chains/raas.ts";
import { landUnit } from "../../../tests/support/billing/paying-team.ts";
import { lockedStanding } from "../../../tests/support/billing/unlocks.ts";
import { setCap } from "../billing/ledger/charges/caps.ts";
import { readMovements } from "../billing/ledger/movements.ts";
import { billsOf } from "../billing/statements/months.ts";

let web: Awaited<ReturnType<typeof raasWeb>>;
beforeAll(async () => {
  web = await raasWeb();
});

const million = 1_000_000n * landUnit;
const [pending, recreating, running, terminated] = [1, 5, 3, 4];
const day = 86_400;

describe("an order", () => {
  it("by one click awaits its payment, which is charged once however often it is sent, and is created", async () => {
    const user = await web.newUser(40n);
    const id = await user.ordered({ purchasePlan: "DAY" });
    expect(await user.show(id)).toMatchObject({ status: pending, land: (18n * million).toString(), detail: null });
    const answers = await Promise.all([1, 2, 3].map(() => user.pay(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const shown = await user.becomes(id, running);
    expect(shown.expirationAt).toBe(Math.floor(web.clock.now.getTime() / 1000) + day);
    expect(shown.detail).toMatchObject({
      bridgeAssets: `/bridge/${shown.chainId}`,
      sequencerAddressBalance: "100000000000000000",
    });
    expect((await user.balances()).balance).toBe(22n * million);
    expect(await user.data(`GET /rollup/${id}/progress`)).toMatchObject({ progress: 100, step: "READY" });
    expect(await user.noticeMessages()).toEqual([expect.stringContaining("is running until")]);
  });

  it("that can't be paid is refused with a way forward and is unchanged", async () => {
    const user = await web.newUser(17n);
    const id = await user.ordered({ purchasePlan: "DAY" });
    const answer = await user.pay(id);
    expect([answer.status, answer.body.message]).toEqual([402, errors.INSUFFICIENT_LAND.message]);
    expect((await user.show(id)).status).toBe(pending);
    expect(await user.data(`GET /rollup/bills?rollupId=${id}`)).toEqual({ details: [] });
  });

  it("is paid once: of two concurrent payments that share a balance one is refused", async () => {
    const user = await web.newUser(30n);
    const ids = [await user.ordered({ purchasePlan: "DAY" }), await user.ordered({ purchasePlan: "DAY" })];
    const answers = await Promise.all(ids.map((id) => user.pay(id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 402]);
    expect((await user.balances()).balance).toBe(12n * million);
  });

  it("beyond the monthly spend cap is refused without a charge", async () => {
    const user = await web.newUser(60n);
    const cap = { kind: "SERVICE", target: "RAAS" } as const;
    await web.database.db.transaction().execute((trx) => setCap(trx, user.teamId, cap, 20n * million));
    const id = await user.ordered({ purchasePlan: "DAY" });
    expect((await user.pay(id)).status).toBe(200);
    await user.becomes(id, running);
    const renewed = await user.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" });
    expect(renewed.body.code).toBe("SPEND_CAP_REACHED");
    expect((await user.balances()).balance).toBe(42n * million);
  });

  it("of the 2-hour free trial starts at once, and only once per account even for concurrent orders", async () => {
    const user = await web.newUser();
    expect(await user.data("GET /rollup/free")).toEqual({ exist: false });
    const answers = await Promise.all([1, 2, 3].map(() => user.order({ purchasePlan: "FREE" })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { id } = answers.find(({ status }) => status === 200)!.body.data as { id: string };
    const { expirationAt } = await user.becomes(id, running);
    expect(expirationAt).toBe(Math.floor(web.clock.now.getTime() / 1000) + 7200);
    expect(await user.data("GET /rollup/free")).toEqual({ exist: true });
    expect(answers.find(({ status }) => status === 409)!.body.message).toBe(errors.ROLLUP_TRIAL_USED.message);
  });

  it("requires a name that is unique in its team, and not 'status', 'progress' or 'create'", async () => {
    const user = await web.newUser();
    for (const name of ["status", "Progress", "create"])
      expect((await user.order({ purchasePlan: "DAY", name })).status).toBe(422);
    await user.ordered({ purchasePlan: "DAY", name: "Orchard" });
    const again = await user.order({ purchasePlan: "DAY", name: "orchard" });
    expect(again.body.code).toBe("ROLLUP_NAME_TAKEN");
    const other = await web.newUser();
    await other.ordered({ purchasePlan: "DAY", name: "orchard" });
  });

  it("can't use the chain ID of a public chain, a local chain or another rollup", async () => {
    const [user, other] = [await web.newUser(), await web.newUser()];
    const chainId = freeChainId();
    const statusOf = (id: string | number) => user.data(`GET /rollup/chain/${id}`);
    expect(await statusOf(chainId)).toEqual({ status: "free" });
    const both = await Promise.all([user, other].map((one) => one.order({ purchasePlan: "DAY", chainId })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    for (const id of [chainId, 1, 137, 11_155_111, 31_337, 4242]) {
      expect(await statusOf(id)).toEqual({ status: "taken" });
      expect((await user.order({ purchasePlan: "DAY", chainId: String(id) })).body.code).toBe("ROLLUP_CHAIN_TAKEN");
    }
    expect((await user.ask("GET /rollup/chain/9999999999999999")).status).toBe(422);
    expect((await user.ask("GET /rollup/chain/x")).status).toBe(422);
  });

  it("is refused by the server if only the dashboard considers it complete", async () => {
    const user = await web.newUser();
    const one = await user.order({ chainId: undefined });
    expect(Object.keys(one.body.data)).toEqual(["chainId", "purchasePlan"]);
    const other = await user.order({ network: "MAINNET", purchasePlan: "FREE" });
    expect(Object.keys(other.body.data)).toEqual(["email", "telegram"]);
  });

  it("that is not paid is cancelled after 14 days, and its chain ID is available again", async () => {
    const user = await web.newUser();
    const chainId = freeChainId();
    const id = await user.ordered({ purchasePlan: "DAY", chainId });
    const start = web.clock.now;
    await web.advance(rollupOrderSeconds + 60);
    expect(await user.show(id)).toMatchObject({
      status: terminated,
      note: expect.stringContaining("not paid within"),
    });
    expect(await user.data(`GET /rollup/chain/${chainId}`)).toEqual({ status: "free" });
    web.clock.now = start;
  });
});

it("a trial account has no rollups: code 100077", async () => {
  const locked = await raasWeb(lockedStanding());
  const answer = await (await locked.newUser()).order({ purchasePlan: "FREE" });
  expect([answer.status, answer.body.code]).toEqual([403, 100_077]);
});

describe("the creation", () => {
  it("that fails temporarily is retried, and charged once", async () => {
    const user = await web.newUser(20n);
    web.engine.fail("shaky", 1);
    const id = await user.ordered({ purchasePlan: "DAY", name: "shaky" });
    await user.pay(id);
    await user.becomes(id, running);
    expect(web.engine.requests.filter((request) => request === `create ${id}`)).toHaveLength(2);
    expect((await user.balances()).balance).toBe(2n * million);
  });

  it("that fails permanently gives the reason and refunds the LAND; it can be paid for again", async () => {
    const user = await web.newUser(20n);
    web.engine.fail("doomed", 3);
    const id = await user.ordered({ purchasePlan: "DAY", name: "doomed" });
    await user.pay(id);
    const failed = await user.becomes(id, pending);
    expect(failed.note).toContain("The settlement chain does not answer.");
    expect((await user.balances()).balance).toBe(20n * million);
    expect(await user.data(`GET /rollup/bills?rollupId=${id}`)).toEqual({ details: [] });
    const { db } = web.database;
    expect(await readMovements(db, user.teamId, {}, { size: 2 })).toMatchObject([
      { reason: "Rollup doomed: refund", isIn: true, amount: 18n * million },
      { reason: "Rollup doomed: 1 day", isIn: false },
    ]);
    expect(await db.selectFrom("charge").select("land").where("team_id", "=", user.teamId).execute()).toEqual([]);
    expect((await user.pay(id)).body.data).toMatchObject({ status: recreating });
    await user.becomes(id, running);
    expect((await user.balances()).balance).toBe(2n * million);
  });
});

describe("payments", () => {
  it("appear as RAAS in statements, monthly bills and charges, and as bills of the rollup", async () => {
    const user = await web.newUser(1600n);
    const id = await user.ordered({ purchasePlan: "DAY" });
    await user.pay(id);
    await user.becomes(id, running);
    await user.data(`POST /rollup/${id}/renew`, { purchasePlan: "QUARTER" });
    const { db } = web.database;
    const [bill] = await billsOf(db, user.teamId);
    expect(bill!.spent).toEqual([{ resourceType: "RAAS", land: (1518n * million).toString() }]);
    const charges = await db.selectFrom("charge").select(["service", "land"]).where("subject", "=", id).execute();
    expect(charges).toEqual([{ service: "RAAS", land: (1518n * million).toString() }]);
    const { details } = await user.data<{ details: object[] }>(`GET /rollup/bills?rollupId=${id}`);
    expect(details).toEqual(
      expect.arrayContaining([
        { billType: 1, time: 93 * day, land: (1500n * million).toString(), createdAt: expect.any(Number) },
        { billType: 0, time: day, land: (18n * million).toString(), createdAt: expect.any(Number) },
      ]),
    );
    expect((await user.show(id)).renewLand).toBe((1500n * million).toString());
  });
});

it("no request caused a server error", () => expect(web.faults).toEqual([]));
