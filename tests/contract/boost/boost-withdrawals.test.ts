/** Boost withdrawals, paid on the local TON chain. */
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import type { Evm } from "../../../src/cloud/engines/evm/evm.ts";
import { openPrices } from "../../../src/cloud/engines/prices/open.ts";
import { openEmbeddedTon } from "../../../src/cloud/devnet/ton/open.ts";
import type { Ton } from "../../../src/cloud/engines/ton/ton.ts";
import { credit } from "../../../src/cloud/boost/usdt.ts";
import { payWithdrawals } from "../../../src/cloud/boost/withdrawals/payer.ts";
import { createSecretBox } from "../../../src/cloud/kernel/secret-box.ts";
import { boostWeb, type BoostWeb } from "../../support/billing/boost.ts";
import { testDatabase } from "../../support/database/database.ts";
import { newTonWallet, tons } from "../../support/chains/ton.ts";
import { oneProcess } from "../../support/server/owners.ts";

const log = pino({ level: "silent" });
const encryption = createSecretBox({ DATA_DIR: "/nowhere", SECRET_KEY: "a key of thirty-two letters or so" });
const prices = openPrices({ PRICE_URL: undefined });

let web: BoostWeb;
let ton: Ton;
beforeAll(async () => {
  ton = await openEmbeddedTon({ database: await testDatabase(), encryption, ...oneProcess(), log });
  web = await boostWeb({ ton, prices, evm: { embedded: true } as Evm });
});

interface Line {
  readonly kind: string;
  readonly amount: string;
  readonly status: string | null;
  readonly reason: string | null;
  readonly txHash: string | null;
}
const data = <T>(reply: { readonly body: { readonly data?: unknown } }): T => reply.body.data as T;

/** Creates a node, two days old, that has collected points and has this balance in millionths of a dollar. */
const earner = async (amount: bigint) => {
  const node = await web.join();
  web.advance(2 * 86_400);
  await node.ask("PUT /node/claim");
  await web.database.db
    .transaction()
    .execute((trx) => credit(trx, node.nodeId, { kind: "PROJECT", amount, projectId: "p" }));
  const balance = async () => data<{ balance: string; pending: string }>(await node.ask("GET /node/usdt"));
  const logged = async () => data<{ content: Line[] }>(await node.ask("GET /node/usdt/log/1")).content;
  const withdraw = (amountText: string, address: string, headers?: Record<string, string>) =>
    node.ask("POST /node/withdraw", { amount: amountText, address }, headers);
  return { ...node, balance, logged, withdraw };
};
const arrived = async (address: string) =>
  (await ton.transactions(address, { limit: 10 })).map(({ received }) => received!);
const fieldsOf = (reply: { readonly body: unknown }) => (reply.body as { data?: Record<string, string[]> }).data;

describe("withdrawals", () => {
  it("are paid in TON at the price feed's rate to a TON address, by a real transfer with their comment", async () => {
    const node = await earner(4_000_000n);
    const wallet = newTonWallet();
    const { id, status } = data<{ id: string; status: string }>(await node.withdraw("1.5", wallet.address));
    expect(status).toBe("PENDING");
    expect(await node.balance()).toMatchObject({ balance: "2.5", pending: "1.5" });
    await web.boost.withdrawals.pay();
    // 1.5 dollars at 3 dollars per coin.
    expect(await arrived(wallet.address)).toMatchObject([{ nano: tons("0.5"), comment: `boost:${id}` }]);
    const [line] = await node.logged();
    const { hash } = (await ton.transactions(await ton.payout!.address(), { limit: 1 }))[0]!;
    expect(line).toMatchObject({ kind: "WITHDRAW", amount: "-1.5", status: "SENT", reason: null, txHash: hash });
    expect(await node.balance()).toMatchObject({ balance: "2.5", pending: "0" });
    const told = data<{ message: string }[]>(await web.call("GET /api/auth/broadcast", { token: node.accessToken }));
    expect(told[0]!.message).toBe("Your withdrawal was paid: 0.5 TON sent to your wallet.");
  });

  it("require at least 0.02 TON, a valid address and a sufficient balance", async () => {
    const node = await earner(1_000_000n);
    const { address } = newTonWallet();
    expect(data(await node.ask("GET /node/ad/ton/limit"))).toMatchObject({ ton: "0.02", usd: "0.06", notice: null });
    expect(fieldsOf(await node.withdraw("0.059999", address))).toEqual({
      amount: ["Amount: enter at least $0.06 (0.02 TON)."],
    });
    expect(fieldsOf(await node.withdraw("1.000001", address))).toEqual({
      amount: ["Amount: exceeds your balance of $1."],
    });
    const wrong = `${address.slice(0, 20)}${address[20] === "A" ? "B" : "A"}${address.slice(21)}`;
    expect(fieldsOf(await node.withdraw("1", wrong))).toHaveProperty("address");
    const tries = await Promise.all([1, 2, 3].map(() => node.withdraw("0.6", address)));
    expect(tries.map(({ status }) => status).filter((status) => status === 422)).toEqual([422, 422]);
    expect(await node.balance()).toMatchObject({ balance: "0.4", pending: "0.6" });
    const key = { "idempotency-key": "once" };
    const twice = await Promise.all([1, 2].map(() => node.withdraw("0.1", address, key)));
    expect(new Set(twice.map((reply) => data<{ id: string }>(reply).id)).size).toBe(1);
    expect(await node.balance()).toMatchObject({ balance: "0.3", pending: "0.7" });
    await web.boost.withdrawals.pay();
  });

  it("are never paid twice, even if the server stops between sending and recording, or several processes pay", async () => {
    const node = await earner(3_000_000n);
    const wallet = newTonWallet();
    for (const amount of ["1.2", "0.9"]) {
      await node.withdraw(amount, wallet.address);
      web.advance(1);
    }
    const parts = { database: web.database, ton, prices, log, paid: async () => () => undefined };
    const dies = {
      ...ton,
      send: async (boc: Uint8Array) => ton.send(boc).then(() => Promise.reject(new Error("killed"))),
    };
    await expect(payWithdrawals({ ...parts, ton: dies })).rejects.toThrow("killed");
    const held = await web.database.db
      .selectFrom("boost_withdrawal")
      .select("status")
      .where("node_id", "=", node.nodeId)
      .where("boc", "is not", null)
      .execute();
    expect(held).toEqual([{ status: "PENDING" }]);
    await Promise.all([1, 2, 3].map(() => payWithdrawals(parts)));
    await payWithdrawals(parts);
    expect((await arrived(wallet.address)).map(({ nano }) => nano)).toEqual([tons("0.3"), tons("0.4")]);
    expect((await node.logged()).map(({ status }) => status)).toEqual(["SENT", "SENT", null]);
  });

  it("are sent again under the same number when their message has expired unseen", async () => {
    const node = await earner(1_000_000n);
    const wallet = newTonWallet();
    await node.withdraw("0.3", wallet.address);
    const parts = { database: web.database, ton, prices, log, paid: async () => () => undefined };
    // The node neither answers nor accepts anything.
    await payWithdrawals({ ...parts, ton: { ...ton, send: async () => undefined } });
    const own = web.database.db.updateTable("boost_withdrawal").where("node_id", "=", node.nodeId);
    await own.set({ valid_until: BigInt(Math.floor(Date.now() / 1000) - 1000) }).execute();
    await payWithdrawals(parts);
    expect(await arrived(wallet.address)).toHaveLength(1);
  });

  it("are signed by the new wallet when the old one's message has expired unseen", async () => {
    const node = await earner(1_000_000n);
    const wallet = newTonWallet();
    await node.withdraw("0.3", wallet.address);
    const parts = { database: web.database, ton, prices, log, paid: async () => () => undefined };
    await payWithdrawals({ ...parts, ton: { ...ton, send: async () => undefined } });
    const expired = { wallet: newTonWallet().address, valid_until: BigInt(Math.floor(Date.now() / 1000) - 1000) };
    await web.database.db.updateTable("boost_withdrawal").set(expired).where("node_id", "=", node.nodeId).execute();
    await payWithdrawals(parts);
    expect(await arrived(wallet.address)).toHaveLength(1);
  });

  it("stay pending with a reason while no payout wallet is configured", async () => {
    const node = await earner(1_000_000n);
    await node.withdraw("0.3", newTonWallet().address);
    const parts = { database: web.database, prices, log, paid: async () => () => undefined };
    expect(await payWithdrawals({ ...parts, ton: { ...ton, payout: undefined } })).toBe(true);
    expect((await node.logged())[0]).toMatchObject({
      status: "PENDING",
      reason: expect.stringContaining("Payouts are not set up"),
    });
    await web.boost.withdrawals.pay();
    expect((await node.logged())[0]).toMatchObject({ status: "SENT", reason: null });
  });
});

describe("suspicious withdrawals are held for review with the reason shown", () => {
  it("until an operator approves them, or refuses them with a note, which returns the money", async () => {
    const node = await earner(20_000_000n);
    const wallet = newTonWallet();
    for (const amount of ["6", "7"]) {
      const held = data<{ status: string; reason: string }>(await node.withdraw(amount, wallet.address));
      expect(held).toMatchObject({ status: "REVIEW", reason: expect.stringContaining("over $5") });
      web.advance(1);
    }
    await web.boost.withdrawals.pay();
    expect(await arrived(wallet.address)).toEqual([]);
    const asked = await web.operator("GET /api/boost/operator/withdrawals?status=REVIEW");
    const [seven, six] = data<{ items: { id: string; usd: string; reason: string }[] }>(asked).items;
    expect([seven!.usd, six!.usd]).toEqual(["$7", "$6"]);
    const refuse = (note?: string) =>
      web.operator(`PUT /api/boost/operator/withdrawals/${seven!.id}`, { answer: "REFUSE", ...(note && { note }) });
    expect(fieldsOf(await refuse())).toHaveProperty("note");
    expect((await refuse("Please write to us.")).status).toBe(200);
    expect((await refuse("Again.")).body).toMatchObject({ code: "WITHDRAWAL_ANSWERED" });
    expect((await web.operator(`POST /api/boost/operator/withdrawals/${six!.id}/approve`)).status).toBe(200);
    await web.boost.withdrawals.pay();
    expect(await arrived(wallet.address)).toMatchObject([{ nano: tons("2") }]);
    expect(await node.balance()).toMatchObject({ balance: "14", pending: "0" });
    expect(await node.logged()).toMatchObject([
      { kind: "RETURNED", amount: "7", status: "REFUSED", reason: "Please write to us." },
      { kind: "WITHDRAW", amount: "-7", status: "REFUSED" },
      { kind: "WITHDRAW", amount: "-6", status: "SENT" },
      { kind: "PROJECT" },
    ]);
    const told = data<{ message: string }[]>(await web.call("GET /api/auth/broadcast", { token: node.accessToken }));
    expect(told.map(({ message }) => message).join()).toContain("was refused and returned to your balance");
  });

  it("for a young node, one that only explored, and an address that several nodes use", async () => {
    const young = await web.join();
    await web.database.db
      .transaction()
      .execute((trx) => credit(trx, young.nodeId, { kind: "PROJECT", amount: 500_000n, projectId: "p" }));
    const { address } = newTonWallet();
    const held = await young.ask("POST /node/withdraw", { amount: "0.5", address });
    expect(data(held)).toMatchObject({ status: "REVIEW", reason: expect.stringContaining("has not collected any") });
    const other = await earner(1_000_000n);
    expect(data(await other.withdraw("0.1", address))).toMatchObject({
      status: "REVIEW",
      reason: "Another node has requested withdrawals to this address.",
    });
  });
});

it("only operators can answer withdrawals", async () => {
  const node = await web.join();
  const reply = await web.call("GET /api/boost/operator/withdrawals", { token: node.accessToken });
  expect(reply.status).toBe(404);
});

it("withdrawals are off unless both or none of TON and the EVM chains are local", async () => {
  const statusOf = async (tonIsLocal: boolean, evmIsLocal: boolean): Promise<number> => {
    const own = await boostWeb({
      ton: { ...ton, embedded: tonIsLocal },
      prices: { ...prices, embedded: false },
      evm: { embedded: evmIsLocal } as Evm,
    });
    return (await (await own.join()).ask("GET /node/ad/ton/limit")).status;
  };
  expect([await statusOf(true, false), await statusOf(false, true)]).toEqual([422, 422]);
  expect([await statusOf(true, true), await statusOf(false, false)]).toEqual([200, 200]);
});
