import fastify from "fastify";
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import type { AddressInfo } from "node:net";
import { newSolanaWallet } from "../../../../tests/support/chains/solana.ts";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { registerSolanaRpc } from "../../chains/solana-rpc.ts";
import type { Solana } from "../../engines/solana/solana.ts";
import { openEmbeddedSolana } from "./open.ts";
import { oneProcess } from "../../../../tests/support/server/owners.ts";

const log = pino({ level: "silent" });

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** Opens the chain in one process, at a URL. */
const processOf = async () => {
  const solana = await openEmbeddedSolana(database, oneProcess().owners, log);
  const app = fastify();
  registerSolanaRpc(app, solana);
  await app.listen({ port: 0, host: "127.0.0.1" });
  atFileEnd(() => app.close());
  return { solana, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/solana` };
};
const ask = async (solana: Solana, method: string, ...params: unknown[]) =>
  (await solana.answer({ jsonrpc: "2.0", id: 1, method, params })) as {
    result?: never;
    error?: { code: number; message: string };
  };

describe("the embedded Solana chain", () => {
  it("holds balances, accepts transactions of a standard client library, and finds them again", async () => {
    const { solana, url } = await processOf();
    const [ada, bob] = [await newSolanaWallet(url), await newSolanaWallet(url)];
    await ada.fund();
    const { signature } = await ada.pay(bob.address, "for tea");
    expect(await bob.balance()).toBe(1_000_000n);
    expect(await ada.balance()).toBeLessThan(1_000_000_000n - 1_000_000n);
    const { value: statuses } = await ada.rpc.getSignatureStatuses([signature]).send();
    expect(statuses[0]).toMatchObject({ confirmationStatus: "finalized", err: null });
    const [found] = await ada.rpc.getSignaturesForAddress(bob.address).send();
    expect(found).toMatchObject({ signature, memo: "[7] for tea", err: null });
    expect(await solana.transaction(signature)).toMatchObject({ signers: [ada.address], memos: ["for tea"] });
  });

  it("loses no acknowledged transaction, and resumes after the process ended", async () => {
    const before = await processOf();
    const ada = await newSolanaWallet(before.url);
    const bob = await newSolanaWallet(before.url);
    await ada.fund();
    await ada.pay(bob.address);
    const held = await ada.balance();
    const after = await processOf();
    const again = await ask(after.solana, "getBalance", ada.address);
    expect(again.result).toMatchObject({ value: Number(held) });
    expect(await ask(after.solana, "getLatestBlockhash")).toEqual(await ask(before.solana, "getLatestBlockhash"));
  });

  it("is one chain for all processes", async () => {
    const [one, two] = [await processOf(), await processOf()];
    const [ada, bob] = [await newSolanaWallet(one.url), await newSolanaWallet(two.url)];
    await Promise.all([ada.fund(), bob.fund()]);
    await Promise.all([ada.pay(bob.address), bob.pay(ada.address)]);
    const slots = await database.db.selectFrom("solana_transaction").select("slot").orderBy("slot").execute();
    expect(slots.map(({ slot }) => slot)).toEqual(slots.map((_row, index) => index + 1));
    for (const { solana } of [one, two]) {
      expect((await ask(solana, "getBalance", ada.address)).result).toMatchObject({
        value: Number(await ada.balance()),
      });
    }
  });

  it("accepts a transaction once, also when sent repeatedly", async () => {
    const { solana, url } = await processOf();
    const [ada, bob] = [await newSolanaWallet(url), await newSolanaWallet(url)];
    await ada.fund();
    const { wire, signature } = await ada.pay(bob.address);
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask(solana, "sendTransaction", wire, { encoding: "base64" })),
    );
    expect(answers.map(({ result }) => result as unknown)).toEqual([signature, signature, signature]);
    expect(await bob.balance()).toBe(1_000_000n);
  });

  it("rejects unpayable, altered and invalid transactions without changes", async () => {
    const { solana, url } = await processOf();
    const [ada, bob] = [await newSolanaWallet(url), await newSolanaWallet(url)];
    await expect(ada.pay(bob.address)).rejects.toThrow(/simulation failed|AccountNotFound|InsufficientFunds/i);
    await ada.fund();
    const { wire } = await ada.pay(bob.address);
    const altered = Buffer.from(wire, "base64");
    altered[5]! ^= 1;
    const refused = await ask(solana, "sendTransaction", altered.toString("base64"), { encoding: "base64" });
    expect(refused.error).toMatchObject({ code: -32_002 });
    expect((await ask(solana, "sendTransaction", "AAAA", { encoding: "base64" })).error?.code).toBe(-32_602);
    expect(await bob.balance()).toBe(1_000_000n);
  });

  it("answers invalid requests with the protocol's errors", async () => {
    const { solana } = await processOf();
    expect(await solana.answer({ method: "getSlot" })).toMatchObject({ error: { code: -32_600 } });
    expect((await ask(solana, "constructor")).error?.code).toBe(-32_601);
    expect((await ask(solana, "getBalance", "nobody")).error?.code).toBe(-32_602);
    expect((await ask(solana, "requestAirdrop", "11111111111111111111111111111111", -5)).error?.code).toBe(-32_602);
    const batch = [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "getHealth" }));
    expect(await solana.answer(batch)).toMatchObject([
      { id: 1, result: "ok" },
      { id: 2, result: "ok" },
    ]);
    const large = Array.from({ length: 21 }, (_, id) => ({ ...batch[0], id }));
    expect(await solana.answer(large)).toMatchObject(large.map(({ id }) => ({ id, error: { code: -32_600 } })));
  });

  it("pages an account's history with `before`, up to the requested limit", async () => {
    const { url } = await processOf();
    const [ada, bob] = [await newSolanaWallet(url), await newSolanaWallet(url)];
    await ada.fund();
    const sent: string[] = [];
    for (let count = 0; count < 5; count += 1) sent.unshift((await ada.pay(bob.address)).signature);
    const page = (before?: string) =>
      bob.rpc.getSignaturesForAddress(bob.address, { limit: 2, ...(before && { before: before as never }) }).send();
    const pages = [await page(), await page(sent[1]), await page(sent[3])];
    expect(pages.map((each) => each.map(({ signature }) => signature))).toEqual([
      sent.slice(0, 2),
      sent.slice(2, 4),
      sent.slice(4),
    ]);
  });
});
