import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { newTonWallet, tons } from "../../../../tests/support/chains/ton.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";
import { InvalidTonAddress, TonRefused, type Ton } from "../../engines/ton/ton.ts";
import { createTonLedger } from "./ledger.ts";
import { openOwnWallets } from "./keys.ts";
import { openMachine } from "./machine.ts";
import { openEmbeddedTon } from "./open.ts";
import { oneProcess } from "../../../../tests/support/server/owners.ts";

const log = pino({ level: "silent" });
const encryption = createSecretBox({ DATA_DIR: "/nowhere", SECRET_KEY: "a key of thirty-two letters or so" });

let database: TestDatabase;
let ton: Ton;
beforeAll(async () => {
  database = await testDatabase();
  ton = await openEmbeddedTon({ database, encryption, ...oneProcess(), log });
});

/** A wallet with 100 TON. */
const funded = async () => {
  const wallet = newTonWallet();
  await ton.faucet!(wallet.address);
  return wallet;
};
const received = async (address: string, chain = ton) =>
  (await chain.transactions(address, { limit: 100 })).map((each) => each.received);
const collectorReceived = async (comment: string, chain = ton) =>
  (await received(await chain.collector(), chain)).filter((each) => each?.comment === comment);

describe("the local TON devnet", () => {
  it("delivers a wallet's transfer with its comment and full amount to the collector", async () => {
    const wallet = await funded();
    expect(await ton.account(wallet.address)).toEqual({ nano: tons("100"), state: "uninitialized" });
    expect(await ton.seqno(wallet.address)).toBe(0);
    await ton.send(wallet.sign({ to: await ton.collector(), nano: tons("2.1"), comment: "land:transfer ✓" }));
    expect(await collectorReceived("land:transfer ✓")).toEqual([
      { from: wallet.raw.toString(), nano: tons("2.1"), comment: "land:transfer ✓" },
    ]);
    const { nano, state } = await ton.account(wallet.address);
    expect(state).toBe("active");
    // Fees are a few thousandths of a coin.
    expect(tons("97.9") - nano).toBeGreaterThan(0n);
    expect(tons("97.9") - nano).toBeLessThan(tons("0.02"));
    expect(await ton.seqno(wallet.address)).toBe(1);
  });

  it("rejects an expired message with the wallet contract's exit code 36 and stores nothing", async () => {
    const wallet = await funded();
    const past = Math.floor(Date.now() / 1000) - 60;
    const boc = wallet.sign({ to: await ton.collector(), nano: 1n, comment: "land:expired", validUntil: past });
    await expect(ton.send(boc)).rejects.toMatchObject({ name: "TonRefused", exitCode: 36 });
    expect(await collectorReceived("land:expired")).toEqual([]);
    expect((await ton.account(wallet.address)).nano).toBe(tons("100"));
  });

  it("accepts a duplicate message once, and rejects one with a used sequence number", async () => {
    const wallet = await funded();
    const to = await ton.collector();
    const boc = wallet.sign({ to, nano: tons("1"), comment: "land:once" });
    await Promise.all([ton.send(boc), ton.send(boc), ton.send(boc)]);
    await ton.send(boc);
    expect(await collectorReceived("land:once")).toHaveLength(1);
    const again = wallet.sign({ to, nano: tons("2"), comment: "land:once" });
    await expect(ton.send(again)).rejects.toMatchObject({ exitCode: 33 });
  });

  it("rejects invalid messages and unfunded coins", async () => {
    await expect(ton.send(Buffer.from("hello"))).rejects.toThrow(TonRefused);
    await expect(ton.send(Buffer.from("b5ee9c72010101010002000000", "hex"))).rejects.toThrow(TonRefused);
    await expect(ton.account("EQnobody")).rejects.toThrow(InvalidTonAddress);
  });

  it("returns bounced coins: they are not a payment", async () => {
    const wallet = await funded();
    const nobody = newTonWallet();
    await ton.send(wallet.sign({ to: nobody.address, nano: tons("3"), bounce: true }));
    expect(await ton.account(nobody.address)).toMatchObject({ nano: 0n });
    expect((await received(nobody.address))[0]).toBeUndefined();
    expect((await received(wallet.address))[0]).toBeUndefined();
    expect((await ton.account(wallet.address)).nano).toBeGreaterThan(tons("99.9"));
  });

  it("shows its collector as a testnet address, which mainnet wallets reject", async () => {
    expect(await ton.collector()).toMatch(/^0Q/);
    expect(ton.network).toBe("-3");
  });
});

describe("its history", () => {
  it("is paginated by cursor, newest first", async () => {
    const wallet = await funded();
    const to = newTonWallet().address;
    for (const seqno of [0, 1, 2, 3, 4]) await ton.send(wallet.sign({ to, nano: tons("1") + BigInt(seqno), seqno }));
    const all = await ton.transactions(to, { limit: 100 });
    expect(all.map((each) => each.received!.nano - tons("1"))).toEqual([4n, 3n, 2n, 1n, 0n]);
    const second = await ton.transactions(to, { limit: 2, upTo: all[2]! });
    expect(second.map(({ lt }) => lt)).toEqual([all[2]!.lt, all[3]!.lt]);
    expect(await ton.transactions(to, { limit: 2, upTo: { lt: 1n, hash: "ab".repeat(32) } })).toEqual([]);
  });

  it("stays consistent when two processes accept messages at the same time", async () => {
    const other = await openEmbeddedTon({ database, encryption, ...oneProcess(), log });
    const to = newTonWallet().address;
    const wallets = await Promise.all(Array.from({ length: 6 }, funded));
    await Promise.all(
      wallets.map((wallet, index) => (index % 2 ? ton : other).send(wallet.sign({ to, nano: tons("1") }))),
    );
    expect((await ton.account(to)).nano).toBeGreaterThan(tons("5.9"));
    expect(await received(to, other)).toHaveLength(6);
    expect(await other.collector()).toBe(await ton.collector());
  });

  it("reproduces every account when all messages are replayed", async () => {
    const { db } = database;
    const accounts = (from: TestDatabase) => from.db.selectFrom("ton_account").selectAll().orderBy("address").execute();
    const messages = await db.selectFrom("ton_message").selectAll().orderBy("seq").execute();
    expect(messages.length).toBeGreaterThan(10);
    const fresh = await testDatabase();
    const [machine, own] = [await openMachine(), await openOwnWallets(db, encryption)];
    let at = 0;
    const ledger = createTonLedger(fresh, machine, own, () => at * 1000);
    for (const message of messages) {
      at = Number(message.at);
      await ledger.accept(message.boc);
    }
    expect(await accounts(fresh)).toEqual(await accounts(database));
  });
});
