import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Notice } from "../../../../resources/account/notices.ts";
import { balanceEvent } from "../../../../resources/billing/deposits.ts";
import { euidOfUser, land, mint, mintTransaction, moneyWeb } from "../../../../tests/support/billing/money.ts";
import { transactionOf, usdCoin } from "../../../../tests/support/chains/scripted-chain.ts";
import { audit } from "../ledger/audit.ts";

const operator = privateKeyToAccount(generatePrivateKey());
const unknownAccount = `0x${"ee".repeat(32)}`;

let web: Awaited<ReturnType<typeof moneyWeb>>;
beforeAll(async () => {
  web = await moneyWeb(undefined, { OPERATORS: operator.address });
});

const newUser = async (account = privateKeyToAccount(generatePrivateKey())) => {
  const user = await web.signIn(account);
  const get = async <T>(path: string): Promise<T> =>
    (await web.call(`GET /api/${path}`, { token: user.accessToken })).body.data as T;
  return {
    ...user,
    euid: euidOfUser(user.userId),
    get,
    deposits: async () =>
      (await get<{ items: Record<string, unknown>[] }>("bill-consume/assets/record/list?size=20")).items,
    land: async () => (await get<{ land: string }>("bill-consume/assets")).land,
    points: async () => (await get<{ total: number }>("auth/activities/point/overview")).total,
    notices: async () => (await get<Notice[]>("auth/broadcast")).map(({ message }) => message),
  };
};
const transact = <T>(work: (trx: Parameters<typeof web.ledger.post>[0]) => Promise<T>) =>
  web.database.db.transaction().execute(work);
const spend = (teamId: string, amount: bigint) =>
  transact((trx) =>
    web.ledger.post(trx, {
      id: crypto.randomUUID(),
      from: { teamId, unit: "LAND" },
      to: { system: "revenue", unit: "LAND" },
      amount,
      reason: "test",
    }),
  );

describe("a deposit", () => {
  it("is pending from its first block on, and credited exactly when confirmed", async () => {
    const user = await newUser();
    const paid = land(5_000_000) + 1n;
    const { hash } = web.chain.mine(mintTransaction(user.euid, paid)).transactions[0]!;
    await web.look();
    const row = { network: "Polygon", landAmount: paid.toString(), amountType: "POL", txHash: hash };
    expect(await user.deposits()).toMatchObject([{ ...row, status: "PENDING", confirmations: { seen: 1, needed: 4 } }]);
    expect(await user.land()).toBe("0");
    await web.confirm();
    expect(await user.deposits()).toMatchObject([{ ...row, status: "CREDITED" }]);
    expect(await user.land()).toBe(paid.toString());
    expect((await user.notices()).join()).toContain("$5.00 (5,000,000 LAND) was credited");
    const logged = web.database.db.selectFrom("operation_log").selectAll().where("team_id", "=", user.teamId);
    expect(await logged.where("via", "=", "CHAIN").execute()).toMatchObject([
      {
        action: "BILL_DEPOSIT",
        target: "$5.00 (5,000,000 LAND)",
        role: "OWNER",
        details: { network: "Polygon", transaction: hash },
      },
    ]);
    expect(await user.get(`bill-consume/assets/record/list?hash=${hash}`)).toMatchObject({ total: 1 });
    expect(await user.get(`bill-consume/assets/record/list?hash=${unknownAccount}`)).toMatchObject({ total: 0 });
  });

  it("tells open screens to reload with each confirming block, not for known blocks", async () => {
    const user = await newUser();
    const notify = vi.spyOn(web.realtime, "toUser");
    const timesTold = async (): Promise<number> => {
      notify.mockClear();
      await web.look();
      return notify.mock.calls.filter(([userId, event]) => userId === user.userId && event === balanceEvent).length;
    };
    web.chain.mine(mintTransaction(user.euid, land(1)));
    expect(await timesTold()).toBeGreaterThan(0);
    expect(await timesTold()).toBe(0);
    web.chain.mine();
    expect(await timesTold()).toBe(1);
    expect(await user.deposits()).toMatchObject([{ status: "PENDING", confirmations: { seen: 2, needed: 4 } }]);
    await web.confirm();
    web.chain.mine();
    expect(await timesTold()).toBe(0);
    notify.mockRestore();
  });

  it("is distinguished from others in the transaction, and shows the stablecoin in dollars", async () => {
    const [one, other] = [await newUser(), await newUser()];
    await web.confirm(
      transactionOf(mint(one.euid, land(1)), mint(one.euid, land(1)), mint(other.euid, land(7_000_000), usdCoin)),
    );
    expect(await one.land()).toBe(land(2).toString());
    expect(await other.deposits()).toMatchObject([{ amountType: "USD", originalValue: land(7).toString() }]);
  });

  it("dropped before its confirmations is never credited; if it returns, it is credited at its new price", async () => {
    const user = await newUser();
    const { hash } = web.chain.mine(mintTransaction(user.euid, land(3))).transactions[0]!;
    await web.look();
    web.chain.drop(1);
    web.chain.mine();
    await web.confirm();
    expect(await user.deposits()).toMatchObject([{ status: "DROPPED", txHash: hash }]);
    expect(await user.land()).toBe("0");
    await web.confirm({ hash, events: [mint(user.euid, land(4))] });
    expect(await user.deposits()).toMatchObject([{ status: "CREDITED", landAmount: land(4).toString() }]);
    expect(await user.land()).toBe(land(4).toString());
  });

  it("reverted after it was credited becomes debt as far as spent, paid by the next deposit", async () => {
    const [user, boss] = [await newUser(), await newUser(operator)];
    const [transaction] = web.chain.mine(mintTransaction(user.euid, land(10))).transactions;
    await web.confirm();
    await spend(user.teamId, land(7));
    web.chain.drop(9);
    await web.confirm();
    for (let more = 0; more < 9; more += 1) web.chain.mine();
    await web.look();
    expect(await user.deposits()).toMatchObject([{ status: "REVERSED" }]);
    expect(await web.ledger.balances(web.database.db, user.teamId)).toMatchObject({ balance: 0n, owed: land(7) });
    expect((await boss.notices()).join()).toContain("a credited deposit of <$0.0001 (10 LAND) was reversed");
    expect((await user.notices()).join()).toContain("A payment was reverted");
    await web.confirm(transaction!);
    expect(await user.deposits()).toMatchObject([{ status: "CREDITED" }]);
    expect(await web.ledger.balances(web.database.db, user.teamId)).toMatchObject({ balance: land(3), owed: 0n });
  });
});

describe("the first deposit", () => {
  it("unlocks an upgrade to standard user, bonus points and dedicated gateway access", async () => {
    const user = await newUser();
    const { db } = web.database;
    expect(await user.get("bill-consume/common/first/recharge")).toMatchObject({ firstRecharge: false });
    expect(await web.standing.hasDeposited(db, user.teamId)).toBe(false);
    expect(await web.allowance.used(db, user.teamId)).toMatchObject({ package: "TRIAL" });
    await web.confirm(mintTransaction(user.euid, land(1_000_000)));
    expect(await user.get("bill-consume/common/first/recharge")).toMatchObject({ firstRecharge: true });
    expect(await web.standing.hasDeposited(db, user.teamId)).toBe(true);
    expect(await web.allowance.used(db, user.teamId)).toMatchObject({ package: "STANDARD" });
    expect(await user.points()).toBe(300);
    await web.confirm(mintTransaction(user.euid, land(1)));
    expect(await user.points()).toBe(300);
  });

  it("starts from $1: smaller deposits credit LAND only, until they add up to $1", async () => {
    const user = await newUser();
    const { db } = web.database;
    const progress = async () => ({
      first: (await user.get<{ firstRecharge: boolean }>("bill-consume/common/first/recharge")).firstRecharge,
      gateways: await web.standing.hasDeposited(db, user.teamId),
      package: (await web.allowance.used(db, user.teamId)).package,
      points: await user.points(),
      since: (await web.standing.since(db, [user.userId])).size,
    });
    const nothing = { first: false, gateways: false, package: "TRIAL", points: 0, since: 0 };
    await web.confirm(mintTransaction(user.euid, land(1)));
    expect(await user.land()).toBe(land(1).toString());
    expect(await progress()).toEqual(nothing);
    await web.confirm(mintTransaction(user.euid, land(999_998)));
    expect(await progress()).toEqual(nothing);
    expect((await user.notices()).join()).not.toContain("standard");
    // Two at once that reach it only together.
    await web.confirm(mintTransaction(user.euid, land(1)), mintTransaction(user.euid, land(1)));
    expect(await progress()).toEqual({ first: true, gateways: true, package: "STANDARD", points: 300, since: 1 });
  });

  it("First-deposit offer: end time = server timestamp + 259200 seconds (3 days); after it the bonus is 100 points", async () => {
    const [early, late] = [await newUser(), await newUser()];
    const setSignUp = (userId: string, seconds: number) =>
      web.database.pool.query("update person set created_at = now() - make_interval(secs => $2) where id = $1", [
        userId,
        seconds,
      ]);
    await setSignUp(early.userId, 259_200 - 60);
    await setSignUp(late.userId, 259_200 + 1);
    const { timestamp } = await late.get<{ timestamp: number }>("bill-consume/common/first/recharge");
    expect(timestamp + 259_200).toBeLessThan(Date.now() / 1000);
    await web.confirm(mintTransaction(early.euid, land(1_000_000)), mintTransaction(late.euid, land(1_000_000)));
    expect([await early.points(), await late.points()]).toEqual([300, 100]);
  });
});

describe("a deposit for an unknown account", () => {
  it("stays in suspense until an operator assigns it to a team, once", async () => {
    const [user, boss] = [await newUser(), await newUser(operator)];
    const tx = mintTransaction(unknownAccount, land(12_000_000));
    await web.confirm(tx);
    expect((await boss.notices()).join()).toContain("Unassigned deposit");
    const path = "bill-consume/operator/deposits";
    const { items } = await boss.get<{ items: { id: string }[] }>(`${path}?status=SUSPENSE&keyword=${tx.hash}`);
    expect(items).toMatchObject([
      { network: "Polygon", land: land(12_000_000).toString(), account: unknownAccount, paid: "6 POL" },
    ]);
    const assign = (token: string, uid: string) =>
      web.call(`PUT /api/${path}/${items[0]!.id}`, { token, body: { uid } });
    const uid = user.userId.replaceAll("-", "");
    expect(await assign(user.accessToken, uid)).toMatchObject({ status: 404 });
    expect(await assign(boss.accessToken, "ab".repeat(16))).toMatchObject({ status: 422 });
    expect(await assign(boss.accessToken, uid)).toMatchObject({ status: 200, body: { data: { status: "CREDITED" } } });
    expect(await assign(boss.accessToken, uid)).toMatchObject({ status: 409, body: { code: "DEPOSIT_ASSIGNED" } });
    expect(await user.land()).toBe(land(12_000_000).toString());
    expect(await user.points()).toBe(300);
    const { totals, isSound } = await audit(web.database.db);
    expect(totals.find(({ account }) => account === "suspense")).toMatchObject({ balance: 0n });
    expect(isSound).toBe(true);
  });
});

describe("a payment on another network", () => {
  it("is credited like those on chains, once under its id", async () => {
    const user = await newUser();
    const id = crypto.randomUUID();
    const paid = {
      id,
      network: "ton",
      txHash: "t1",
      account: user.euid,
      coin: "TON",
      coinAmount: 1n,
      usd: 1n,
      land: land(9),
    };
    (await transact((trx) => web.deposits.receive(trx, paid)))!();
    expect(await transact((trx) => web.deposits.receive(trx, paid))).toBeUndefined();
    expect(await user.deposits()).toMatchObject([{ network: "TON", status: "CREDITED", confirmations: null }]);
    expect(await user.land()).toBe(land(9).toString());
  });
});

describe("browser reports", () => {
  it("of deposits or errors are stored and prove nothing", async () => {
    const user = await newUser();
    const { accessToken: token } = user;
    const report = { source: "polygon", hash: `0x${"12".repeat(32)}`, address: user.account.address };
    expect(await web.call("POST /api/bill-consume/activity/recharge/report", { token, body: report })).toMatchObject({
      status: 200,
    });
    const error = {
      kind: "insufficient-funds",
      message: "insufficient funds for gas",
      chain: "polygon",
      action: "claim",
    };
    expect(await web.call("POST /api/bill-consume/analytics/chain-errors", { body: error })).toMatchObject({
      status: 200,
    });
    const wrong = await web.call("POST /api/bill-consume/analytics/chain-errors", {
      body: { ...error, chain: "moon" },
    });
    expect(wrong.status).toBe(422);
    expect(await user.land()).toBe("0");
    const { rows } = await web.database.pool.query<{ kind: string }>(
      "select kind from chain_report order by created_at",
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["RECHARGE", "ERROR"]);
  });
});
