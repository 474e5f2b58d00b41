/** Merging accounts with content: each item moves once, its grants count once, and the sums stay equal. */
import { randomUUID } from "node:crypto";
import { Wallet } from "ethers";
import { sql } from "kysely";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, test, vi } from "vitest";
import type { StarOrder } from "../../../resources/billing/mini-calls.ts";
import type { MonthlyBill, Transaction } from "../../../resources/billing/record-calls.ts";
import { fieldOf, spinText, wheel } from "../../../resources/boost/spins/spin.ts";
import type { SpinProof } from "../../../resources/boost/spins/spin-calls.ts";
import { chainOf } from "../../../resources/chains/chains.ts";
import type { RuntimeConfig } from "../../../resources/runtime-config.ts";
import { grantSpins, sha256 } from "../../../src/cloud/boost/spins/spins.ts";
import { credit, usdtOf } from "../../../src/cloud/boost/usdt.ts";
import { canonical, endingOf, newVoucherCode } from "../../../src/cloud/billing/vouchers/code.ts";
import { providerAt } from "../../../src/cloud/engines/evm/provider.ts";
import { hashOf } from "../../../src/cloud/kernel/secrets.ts";
import { walletAddressOf, walletDeployment, walletFactory } from "../../support/account/contract-wallet.ts";
import { mergingCloud, type MiniUser } from "../../support/account/merging.ts";
import { payIn } from "../../support/billing/pay-in.ts";
import { patience } from "../../support/patience.ts";
import { depositLand, landUnit } from "../../support/billing/paying-team.ts";
import { signIn, signMessage } from "../../support/account/sign-in.ts";
import { newTonWallet } from "../../support/chains/ton.ts";

const operator = privateKeyToAccount(generatePrivateKey());
const web = await mergingCloud({ OPERATORS: operator.address });
const { cloud, call, db, within, miniUser, walletUser, merge, join, nodeOf, available, isSound } = web;
const boss = (await signIn(cloud.url, operator)).accessToken;
const million = 1_000_000n * landUnit;
type User = Pick<MiniUser, "personId" | "teamId" | "token">;

const data = async <T>(line: string, token: string, body?: unknown): Promise<T> => {
  const answer = await call(line, { token, ...(body !== undefined && { body }) });
  expect([line, answer.status, answer.text]).toEqual([line, 200, answer.text]);
  return answer.body.data;
};

/** Returns both users' total LAND, rewards points, Boost points, and USDT with pending withdrawals. */
const holdings = async (...users: readonly User[]) => {
  const people = users.map(({ personId }) => personId);
  const nodes = await db.selectFrom("boost_node").select(["id", "total"]).where("person_id", "in", people).execute();
  const sums = { land: 0n, points: 0n, boost: 0n, usdt: 0n };
  for (const { teamId } of users) {
    sums.land += await available(teamId, "LAND");
    sums.points += await available(teamId, "POINT");
  }
  for (const { id, total } of nodes) {
    sums.boost += BigInt(total);
    sums.usdt += await usdtOf(db, id);
  }
  return sums;
};

/** Returns the token of a user's node. */
const nodeToken = async ({ token }: Pick<User, "token">): Promise<string> =>
  (await data<{ token: string }>("POST /api/boost/node/create", token, {})).token;
/** Returns the wallet's user after both nodes have joined. */
const joined = async () => {
  const [mini, other] = [await miniUser(), await walletUser()];
  const [from, to] = [await join(mini, "/api/boost/node/tg/create"), await join(other)];
  return { mini, other, from, to };
};

describe("vouchers", () => {
  type Gives = "LAND" | "BUILD_TIME";
  const voucher = async (gives: Gives, amount: bigint): Promise<{ id: string; code: string }> => {
    const [id, code] = [randomUUID(), newVoucherCode()];
    const made = { gives, amount: amount.toString(), uses: 10, days: null, expires_at: null, note: null };
    const named = { id, code_hash: hashOf(canonical(code)), code_ending: endingOf(code) };
    await db
      .insertInto("voucher")
      .values({ ...named, ...made } as never)
      .execute();
    return { id, code };
  };
  const redeem = ({ token }: User, code: string) =>
    call("POST /api/resource/rewardhub/voucher/redeem", { token, body: { code } });
  const granted = async (teamId: string): Promise<bigint> => {
    const grants = db.selectFrom("allowance_grant").where("team_id", "=", teamId).where("package", "=", "VOUCHER");
    const { sum } = await grants
      .select(({ fn }) => fn.sum<string | null>("amount").as("sum"))
      .executeTakeFirstOrThrow();
    return BigInt(sum ?? 0);
  };

  test("of one account move with what they granted, and cannot be redeemed again", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    const [land, time] = [await voucher("LAND", 7n * landUnit), await voucher("BUILD_TIME", 600n)];
    for (const { code } of [land, time]) expect((await redeem(mini, code)).status).toBe(200);
    const before = await holdings(mini, other);
    await merge(mini, other.account);
    expect(await holdings(mini, other)).toEqual(before);
    expect(await granted(other.teamId)).toBe(600n);
    const { accessToken: token } = await signIn(cloud.url, other.account);
    for (const { code } of [land, time])
      expect((await redeem({ ...other, token }, code)).body.code).toBe("VOUCHER_REDEEMED");
    const redeemers = db.selectFrom("voucher_redemption").select("person_id").where("team_id", "=", other.teamId);
    expect(await redeemers.execute()).toEqual([{ person_id: other.personId }, { person_id: other.personId }]);
    await isSound();
  });

  test("redeemed by both accounts count once", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    const [land, time] = [await voucher("LAND", 7n * landUnit), await voucher("BUILD_TIME", 600n)];
    for (const { code } of [land, time])
      for (const user of [mini, other]) expect((await redeem(user, code)).status).toBe(200);
    const before = await holdings(mini, other);
    await merge(mini, other.account);
    expect(await holdings(mini, other)).toEqual({ ...before, land: before.land - 7n * landUnit });
    expect(await granted(other.teamId)).toBe(600n);
    await isSound();
  });
});

describe("deposits and orders", () => {
  const order = async ({ token }: Pick<User, "token">, millions: bigint): Promise<StarOrder> =>
    data("POST /api/bill-consume/mini/order", token, { asset: "STAR", land: String(millions * million) });
  const pay = async ({ invoiceLink }: StarOrder): Promise<void> => {
    const body = { user: { id: 6_100_000_001, first_name: "Ada" } };
    const slug = invoiceLink.split("$")[1]!;
    const paid = await data("POST /api/auth/dev/messaging/invoice/" + slug + "/pay", web.developer, body);
    expect(paid).toMatchObject({ status: "paid" });
  };
  const landIs = (teamId: string, land: bigint) =>
    vi.waitFor(async () => expect(await available(teamId, "LAND")).toBe(land), patience);
  const deposited = async (user: User, millions: bigint): Promise<void> => {
    const before = await available(user.teamId, "LAND");
    await pay(await order(user, millions));
    await landIs(user.teamId, before + millions * million);
  };
  const firsts = (teamId: string) => db.selectFrom("first_deposit").select("points").where("team_id", "=", teamId);
  const standardGrants = async (teamId: string): Promise<number> => {
    const rows = db.selectFrom("allowance_grant").select("id").where("team_id", "=", teamId);
    return (await rows.where("package", "=", "STANDARD").where("resource", "=", "TRAFFIC").execute()).length;
  };

  test("a first deposit of each account grants its points once, and the standard package once", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    await deposited(mini, 5n);
    await deposited(other, 3n);
    const before = await holdings(mini, other);
    expect(before.points).toBe(600n);
    await merge(mini, other.account);
    expect(await holdings(mini, other)).toEqual({ ...before, points: 300n });
    expect(await firsts(other.teamId).execute()).toEqual([{ points: 300 }]);
    expect(await standardGrants(other.teamId)).toBe(1);
    await isSound();
  });

  test("the mini app's first deposit stays the first one: the next grants no points", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    await deposited(mini, 5n);
    const before = await holdings(mini, other);
    await merge(mini, other.account);
    expect(await holdings(mini, other)).toEqual(before);
    expect(await standardGrants(other.teamId)).toBe(1);
    const { accessToken: token } = await signIn(cloud.url, other.account);
    await deposited({ ...other, token }, 2n);
    expect(await available(other.teamId, "POINT")).toBe(before.points);
    const { items } = await data<{ items: { landAmount: string; status: string }[] }>(
      "GET /api/bill-consume/assets/record/list",
      token,
    );
    expect(items.filter(({ landAmount }) => BigInt(landAmount) > 1n)).toMatchObject([
      { landAmount: String(2n * million), status: "CREDITED" },
      { landAmount: String(5n * million), status: "CREDITED" },
    ]);
    await isSound();
  });

  test("payments after the merge are credited: an open order, and a payment on chain to the account that ended", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    const open = await order(mini, 4n);
    const { euid } = await data<{ euid: string }>("GET /api/auth/user", mini.token);
    await merge(mini, other.account);
    await pay(open);
    await landIs(other.teamId, 4n * million);
    await payIn(cloud.url, "polygon", euid);
    await vi.waitFor(async () => expect(await available(other.teamId, "LAND")).toBeGreaterThan(4n * million), patience);
    const paid = db.selectFrom("deposit").select(["network", "status"]).where("team_id", "=", other.teamId);
    expect(await paid.where("account", "=", euid).execute()).toEqual([{ network: "polygon", status: "CREDITED" }]);
    await isSound();
  });
});

describe("Boost", () => {
  test("withdrawals move with their balance, open and completed, and belong to the remaining node", async () => {
    const { mini, other, from, to } = await joined();
    const address = newTonWallet();
    const ids = { sent: randomUUID(), pending: randomUUID(), approved: randomUUID(), refused: randomUUID() };
    const states = { sent: "SENT", pending: "PENDING", approved: "REVIEW", refused: "REVIEW" } as const;
    await within(async (trx) => {
      await credit(trx, from.id, { kind: "SPIN", amount: 5_000_000n });
      await credit(trx, to.id, { kind: "SPIN", amount: 250_000n });
      for (const [state, id] of Object.entries(ids)) {
        const asked = { node_id: from.id, address: address.address, account: address.raw.toRawString() };
        const status = states[state as keyof typeof states];
        await trx
          .insertInto("boost_withdrawal")
          .values({ id, ...asked, amount: "1000000", status, reason: null, created_at: new Date() })
          .execute();
        await trx
          .insertInto("boost_usdt")
          .values({ node_id: from.id, kind: "WITHDRAW", amount: "-1000000", withdrawal_id: id })
          .execute();
      }
      await trx.updateTable("boost_usdt_balance").set({ amount: "1000000" }).where("node_id", "=", from.id).execute();
    });
    const before = await holdings(mini, other);
    await merge(mini, other.account);
    expect(await holdings(mini, other)).toEqual(before);
    await data(`PUT /api/boost/operator/withdrawals/${ids.refused}`, boss, { answer: "REFUSE", note: "Ask us." });
    await data(`POST /api/boost/operator/withdrawals/${ids.approved}/approve`, boss);
    const { accessToken } = await signIn(cloud.url, other.account);
    const token = await nodeToken({ token: accessToken });
    await vi.waitFor(
      async () =>
        expect(await data("GET /api/boost/node/usdt", token)).toMatchObject({ balance: "2.25", pending: "0" }),
      patience,
    );
    const log = await data<{ content: { status: string }[] }>("GET /api/boost/node/usdt/log/1", token);
    expect(log.content.filter(({ status }) => status === "SENT")).toHaveLength(3);
    // Each withdrawal is paid once; an earlier payment is not sent again.
    const paid = db.selectFrom("boost_withdrawal").select("seqno").where("node_id", "=", to.id);
    expect(await paid.where("seqno", "is not", null).execute()).toHaveLength(2);
    await isSound();
  });

  test("airdrop shares add up: paid shares are not paid again, and the rest is paid to the wallet once", async () => {
    const { mini, other, from, to } = await joined();
    const [paidOne, open] = [randomUUID(), randomUUID()];
    for (const id of [paidOne, open]) {
      const counted = { name: id, total: "1000000", snapshot_at: 1000, frozen_at: 1100, shared: "1000000" };
      await db
        .insertInto("boost_airdrop")
        .values({ id, ...counted } as never)
        .execute();
      for (const [node_id, share] of [
        [from.id, "400000"],
        [to.id, "600000"],
      ] as const)
        await db
          .insertInto("boost_airdrop_share")
          .values({ airdrop_id: id, node_id, points: share, share, paid_at: null, paid_to: null })
          .execute();
    }
    const payout = async (id: string): Promise<string[]> => {
      const { text, body } = await call(`POST /api/boost/operator/airdrops/${id}/payout`, { token: boss });
      return body?.code === "AIRDROP_PAID"
        ? []
        : ((body.data as string | undefined) ?? text).trim().split("\r\n").slice(1);
    };
    // A node without a wallet is skipped.
    expect(await payout(paidOne)).toEqual([`${other.account.address},0.6`]);
    await merge(mini, other.account);
    expect(await payout(paidOne)).toEqual([`${other.account.address},0.4`]);
    expect(await payout(open)).toEqual([`${other.account.address},1`]);
    for (const id of [paidOne, open]) expect(await payout(id)).toEqual([]);
    const { body } = await call(`POST /api/boost/operator/airdrops/${paidOne}/paid-shares`, { token: boss });
    expect(body.data).toContain(`${other.account.address},1,`);
    expect((await call(`GET /api/boost/operator/airdrops/${paidOne}`, { token: boss })).body.data).toMatchObject({
      nodes: 1,
      paid: 1,
    });
  });

  test("an inviter who received a spin for the mini app's user gets none for the merged one", async () => {
    const { mini, other, from } = await joined();
    const inviter = await walletUser();
    const inviting = await join(inviter);
    const counted = { inviter_id: inviting.id, counted_at: 1000, brings_spin: true };
    await db.updateTable("boost_node").set(counted).where("id", "=", from.id).execute();
    await within((trx) => grantSpins(trx, inviting.id, 1));
    const token = await nodeToken(inviter);
    const state = async () => {
      const { remainSpins } = await data<{ remainSpins: number }>("GET /api/boost/node/spin/random", token);
      const milestones = await data<{ count: number }>("GET /api/boost/node/activities/invite_milestone/count", token);
      return { remainSpins, milestones };
    };
    const before = await state();
    expect(before.remainSpins).toBe(2);
    await merge(mini, other.account);
    expect((await nodeOf(other.personId)).inviter_id).toBe(inviting.id);
    expect(await state()).toEqual(before);
  });

  test("the mini app account's invite code keeps working for the remaining account", async () => {
    const { mini, other, to } = await joined();
    const { inviteCode } = await data<{ inviteCode: string }>(
      "GET /api/boost/node/info",
      (await data<{ token: string }>("POST /api/boost/node/tg/create", mini.token, {})).token,
    );
    await merge(mini, other.account);
    const friend = privateKeyToAccount(generatePrivateKey());
    await signMessage(cloud.url, friend, { inviteCode });
    const known = await walletUser(friend);
    const person = db.selectFrom("person").select("invited_by").where("id", "=", known.personId);
    expect(await person.executeTakeFirst()).toEqual({ invited_by: other.personId });
    expect((await join(known)).inviter_id).toBe(to.id);
  });

  test("spins of both can be counted again after the merge, and their prizes are credited once", async () => {
    const { mini, other, from, to } = await joined();
    const tokens = [
      (await data<{ token: string }>("POST /api/boost/node/tg/create", mini.token, {})).token,
      await nodeToken(other),
    ];
    for (const id of [from.id, to.id]) await within((trx) => grantSpins(trx, id, 3));
    let won = 0n;
    for (const token of tokens)
      for (let spins = 0; spins < 4; spins += 1) {
        const spun = await data<{ field: number }>("POST /api/boost/node/spin?luck=mine", token);
        const { rewardType, amount } = wheel[spun.field]!;
        if (rewardType === "USDT") won += amount;
      }
    const before = await holdings(mini, other);
    await merge(mini, other.account);
    const { accessToken } = await signIn(cloud.url, other.account);
    const token = await nodeToken({ token: accessToken });
    await data("POST /api/boost/node/spin/claim", token);
    expect(await holdings(mini, other)).toEqual({ ...before, usdt: won });
    type Past = { rewardType: string; proof: SpinProof };
    const { content } = await data<{ content: Past[] }>("GET /api/boost/node/spin/history?size=20", token);
    expect(content).toHaveLength(8);
    for (const { rewardType, proof } of content) {
      const field = fieldOf(sha256(spinText({ nodeId: to.id, ...proof })));
      expect(wheel[field]!.rewardType).toBe(rewardType);
    }
    expect(new Set(content.map(({ proof }) => proof.nodeId))).toEqual(new Set([from.id, undefined]));
    await isSound();
  });

  test("an approved exchange account stays registered, so that no other node is rewarded for it", async () => {
    const { mini, other, from, to } = await joined();
    const named = (node_id: string, uid: string, status: "APPROVED" | "PENDING") =>
      db
        .insertInto("boost_exchange")
        .values({ node_id, uid, status, exchange: "Example", address: `0x${uid}`, note: null, named_at: new Date() })
        .execute();
    const uid = randomUUID();
    await named(from.id, uid, "APPROVED");
    await named(to.id, randomUUID(), "PENDING");
    await merge(mini, other.account);
    const kept = db.selectFrom("boost_exchange").select(["uid", "status"]).where("node_id", "=", to.id);
    expect(await kept.execute()).toEqual([{ uid, status: "APPROVED" }]);
  });
});

describe("the statement of the remaining account", () => {
  test("labels the merged account's lines; all lines add up to the balance, and bills count nothing twice", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    await depositLand(db, mini.teamId, 70n * landUnit);
    await depositLand(db, other.teamId, 5n * landUnit);
    await depositLand(db, mini.teamId, 30n * landUnit);
    await web.givePoints(mini.teamId, 40n);
    await web.givePoints(other.teamId, 2n);
    await merge(mini, other.account);
    const { accessToken: token } = await signIn(cloud.url, other.account);
    const get = <T>(path: string): Promise<T> => data(`GET /api/bill-analytics/bill/${path}`, token);

    const { items, total } = await get<{ items: Transaction[]; total: number }>("transactions");
    const shown = items.map(({ type, merged = false, amount, balance }) => [
      type,
      merged,
      ...[amount, balance].map((land) => Number(BigInt(land) / landUnit)),
    ]);
    expect(shown).toEqual([
      ["MERGED", false, 100, 105],
      ["MERGED", true, -100, 0],
      ["DEPOSIT", true, 30, 100],
      ["DEPOSIT", false, 5, 5],
      ["DEPOSIT", true, 70, 70],
    ]);
    expect([total, new Set(items.map(({ id }) => id)).size]).toEqual([5, 5]);
    const paged = await Promise.all(
      [1, 2, 3].map((page) => get<{ items: Transaction[] }>(`transactions?page=${page}&size=2`)),
    );
    expect(paged.flatMap((one) => one.items)).toEqual(items);

    const { items: bills } = await get<{ items: MonthlyBill[] }>("months");
    expect(bills).toMatchObject([
      {
        opening: "0",
        deposits: String(5n * landUnit),
        merged: String(100n * landUnit),
        closing: String(105n * landUnit),
      },
    ]);
    const month = bills[0]!.month;
    const statement = await get<{
      items: Transaction[];
      merged: { opening: string; closing: string; items: Transaction[] };
    }>(`statement?month=${month}`);
    const sum = (lines: readonly Transaction[]) => lines.reduce((all, { amount }) => all + BigInt(amount), 0n);
    expect([sum(statement.items), sum(statement.merged.items)]).toEqual([105n * landUnit, 0n]);
    expect(statement.merged).toMatchObject({ opening: "0", closing: "0" });
    expect(statement.merged.items).toHaveLength(3);

    const rows = async (path: string) =>
      (await call(`GET /api/bill-analytics/bill/${path}`, { token })).text.trim().split("\r\n").slice(1);
    expect((await rows("transactions/export")).filter((row) => row.endsWith(",Merged"))).toHaveLength(3);
    expect(
      (await rows(`statement/export?month=${month}`)).filter((row) => row.includes("Merged account:")),
    ).toHaveLength(2);

    const points = await data<{ items: { points: number; reason: string; merged?: true }[] }>(
      "GET /api/auth/activities/point/history",
      token,
    );
    expect(points.items.map((line) => [line.points, line.merged ?? false, line.reason])).toEqual([
      [40, false, "Merged from the mini app"],
      [-40, true, "Merged into this account"],
      [2, false, "test"],
      [40, true, "test"],
    ]);
    await isSound();
  });

  test("includes the months before the wallet's account was created", async () => {
    const [mini, other] = [await miniUser(), await walletUser()];
    await depositLand(db, mini.teamId, 9n * landUnit);
    await sql`alter table ledger_transfer disable trigger ledger_transfer_immutable`.execute(db);
    await sql`
      update ledger_transfer set created_at = created_at - interval '60 days'
      where to_id in (select id from ledger_account where team_id = ${mini.teamId})
    `.execute(db);
    await sql`alter table ledger_transfer enable trigger ledger_transfer_immutable`.execute(db);
    await merge(mini, other.account);
    const { accessToken: token } = await signIn(cloud.url, other.account);
    const get = <T>(path: string): Promise<T> => data(`GET /api/bill-analytics/bill/${path}`, token);
    const { items } = await get<{ items: MonthlyBill[] }>("months");
    expect(items.length).toBeGreaterThanOrEqual(2);
    expect(items.at(-1)).toMatchObject({ opening: "0", deposits: "0", closing: "0" });
    const old = await get<object>(`statement?month=${items.at(-1)!.month}`);
    expect(old).toMatchObject({
      items: [],
      merged: { opening: "0", closing: String(9n * landUnit), items: [{ type: "DEPOSIT" }] },
    });
  });
});

test("a contract wallet's account keeps its chain, and the wallet signs in afterwards", async () => {
  const config = (await (await fetch(`${cloud.url}/config.json`)).json()) as RuntimeConfig;
  const [polygon, arbitrum] = [chainOf("polygon")!, chainOf("arbitrum")!];
  const owner = privateKeyToAccount(generatePrivateKey());
  const address = walletAddressOf(owner.address);
  const deployOn = async ({ key, chainId }: typeof polygon): Promise<void> => {
    const rpcUrl = new URL(config.chains.find((chain) => chain.key === key)!.rpcUrl, cloud.url).href;
    const provider = providerAt(rpcUrl, chainId);
    try {
      const payer = new Wallet(Wallet.createRandom().privateKey, provider);
      await data("POST /api/resource/faucet", web.developer, { chain: key, address: payer.address });
      await (await payer.sendTransaction({ to: walletFactory, data: walletDeployment(owner.address) })).wait();
    } finally {
      provider.destroy();
    }
  };
  for (const chain of [polygon, arbitrum]) await deployOn(chain);
  const signIn = async (chain: number) => {
    const { body } = await call(`GET /api/auth/web3code/${address}?chainId=${chain}`);
    const asked = body.data as { message: string; nonce: string };
    const signature = await owner.signMessage({ message: asked.message });
    return call(`POST /api/auth/web3login/${address}`, { body: { signature, nonce: asked.nonce, appName: "test" } });
  };
  const wallet = () =>
    db
      .selectFrom("person_wallet")
      .select(["person_id", "contract_chain_id"])
      .where("address", "=", address)
      .executeTakeFirstOrThrow();
  expect((await signIn(polygon.chainId)).status).toBe(200);
  const mini = await miniUser();
  await depositLand(db, mini.teamId, 3n * landUnit);
  const before = await wallet();
  const mergeOn = async (chain: number) => {
    const { body } = await call(`GET /api/auth/user/merge/${address}/message?chainId=${chain}`, { token: mini.token });
    const asked = body.data as { message: string; nonce: string };
    const signature: Hex = await owner.signMessage({ message: asked.message });
    return web.send(mini, { address, nonce: asked.nonce, signature });
  };
  // On another chain the address can be another user's contract.
  expect((await mergeOn(arbitrum.chainId)).body.code).toBe("SIGNATURE_INVALID");
  expect((await mergeOn(polygon.chainId)).status).toBe(200);
  expect(await wallet()).toEqual(before);
  expect(before.contract_chain_id).toBe(BigInt(polygon.chainId));
  expect((await signIn(polygon.chainId)).status).toBe(200);
  expect((await miniUser(mini.id)).personId).toBe(before.person_id);
});
