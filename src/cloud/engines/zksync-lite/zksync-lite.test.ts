import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { zkSyncFaucetWei, zkSyncTransferFeeWei } from "../../../../resources/chains/zksync-limits.ts";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { askLiteAt, newLiteWallet } from "../../../../tests/support/chains/zksync-lite.ts";
import { registerZkSyncLite } from "../../chains/zksync-lite.ts";
import { openEmbeddedZkSyncLite } from "../../devnet/zksync-lite/open.ts";
import { openRemoteZkSyncLite } from "./remote.ts";
import { oneProcess } from "../../../../tests/support/server/owners.ts";

const log = pino({ level: "silent" });
const amount = 500_000_000_000_000n;
const recipient = `0x${"ab".repeat(20)}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** Opens the ledger in one process, at a URL. */
const processOf = async () => {
  const lite = await openEmbeddedZkSyncLite(database, oneProcess().owners, log);
  const app = fastify();
  registerZkSyncLite(app, lite);
  await app.listen({ port: 0, host: "127.0.0.1" });
  atFileEnd(() => app.close());
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/zksync`;
  const ask = askLiteAt(`${url}/jsrpc`);
  const wallet = async () => {
    const made = await newLiteWallet(ask);
    await lite.faucet!(made.address);
    return made;
  };
  return { lite, url, ask, wallet };
};

const totalEth = async (): Promise<bigint> => {
  const { rows } = await database.pool.query<{ sum: string }>("select sum(balance) from zksync_account");
  return BigInt(rows[0]!.sum);
};

describe("the local zkSync Lite ledger", () => {
  it("accepts a transfer signed by the account's key and the wallet, and finds it again, newest first", async () => {
    const { lite, url, ask, wallet } = await processOf();
    const ada = await wallet();
    expect(await ada.balance()).toBe(zkSyncFaucetWei);
    await ada.setKey();
    const hash = await ada.transfer(recipient, amount);
    expect(hash).toMatch(/^sync-tx:[0-9a-f]{64}$/);
    expect(await ada.balance()).toBe(zkSyncFaucetWei - amount - zkSyncTransferFeeWei);
    expect(await ask("tx_info", hash)).toMatchObject({ executed: true, success: true, block: { committed: true } });
    const query = "from=latest&limit=100&direction=older";
    const answer = await fetch(`${url}/api/v0.2/accounts/${ada.address}/transactions?${query}`);
    expect(await answer.json()).toMatchObject({
      status: "success",
      result: {
        pagination: { from: "latest", limit: 100, direction: "older", count: 3 },
        list: [
          {
            txHash: hash,
            status: "committed",
            op: { type: "Transfer", from: ada.address.toLowerCase(), to: recipient, amount: String(amount) },
          },
          { op: { type: "ChangePubKey" } },
          { op: { type: "Deposit" } },
        ],
      },
    });
    const older = await fetch(`${url}/api/v0.2/accounts/${ada.address}/transactions?from=${hash}&limit=1`);
    expect(((await older.json()) as { result: { list: unknown[] } }).result.list).toMatchObject([{ txHash: hash }]);
    expect(await lite.transactions(ada.address)).toHaveLength(3);
    expect((await fetch(`${url}/api/v0.2/accounts/${ada.address}/transactions?limit=101`)).status).toBe(400);
  });

  it("rejects an invalid signature of either kind, and moves nothing", async () => {
    const { ask, wallet } = await processOf();
    const [ada, eve] = [await wallet(), await wallet()];
    const [unset] = [await ada.signedTransfer(recipient, amount)];
    await expect(ask("tx_submit", ...unset)).rejects.toThrow("103: Transaction signature is incorrect");
    await ada.setKey();
    await eve.setKey();
    const before = [await ada.balance(), await totalEth()];
    const [tx, walletSignature] = await ada.signedTransfer(recipient, amount);
    const [evil, forgedSignature] = await eve.signedTransfer(recipient, amount, { from: ada.address });
    const dearer = await ada.signedTransfer(recipient, amount * 2n);
    for (const [forged, signed, reason] of [
      [{ ...tx, to: eve.address }, walletSignature, "202"],
      [tx, forgedSignature, "202"],
      [{ ...tx, signature: evil["signature" as never] }, walletSignature, "103"],
      [{ ...tx, amount: String(amount * 2n) }, dearer[1], "103"],
      [{ ...tx, signature: { pubKey: "ff".repeat(32), signature: "ff".repeat(64) } }, walletSignature, "103"],
      [tx, null, "103"],
      [{ ...tx, validUntil: 1 }, walletSignature, "103"],
    ] as const) {
      await expect(ask("tx_submit", forged, signed)).rejects.toThrow(reason);
    }
    const change = await eve.signedKeyChange();
    await expect(ask("tx_submit", { ...change, account: ada.address }, null)).rejects.toThrow("203");
    expect([await ada.balance(), await totalEth()]).toEqual(before);
    expect(await ask("tx_submit", tx, walletSignature)).toMatch(/^sync-tx:/);
    await expect(ask("tx_submit", tx, walletSignature)).rejects.toThrow("101: Nonce mismatch");
  });

  it("still verifies signatures after many invalid ones", async () => {
    const { ask, wallet } = await processOf();
    const ada = await wallet();
    await ada.setKey();
    const [tx, walletSignature] = await ada.signedTransfer(recipient, amount);
    for (let count = 0; count < 60; count += 1) {
      const signature = { pubKey: "ff".repeat(32), signature: count.toString(16).padStart(128, "f") };
      await expect(ask("tx_submit", { ...tx, signature }, walletSignature)).rejects.toThrow("103");
    }
    expect(await ask("tx_submit", tx, walletSignature)).toMatch(/^sync-tx:/);
  });

  it("never pays more than the balance, also in parallel requests to several processes, and creates no ETH", async () => {
    const [one, two] = [await processOf(), await processOf()];
    const ada = await one.wallet();
    await ada.setKey();
    const before = await totalEth();
    await expect(ada.transfer(recipient, zkSyncFaucetWei)).rejects.toThrow("104: Not enough balance");
    const signed = await ada.signedTransfer(recipient, amount);
    const other = await ada.signedTransfer(recipient, amount * 3n);
    const answers = await Promise.allSettled([one.ask("tx_submit", ...signed), two.ask("tx_submit", ...other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await totalEth()).toBe(before);
    const blocks = await database.db.selectFrom("zksync_transaction").select("block").orderBy("block").execute();
    expect(blocks.map(({ block }) => block)).toEqual(blocks.map((_row, index) => index + 1));
  });

  it("loses no acknowledged transaction after the process ended", async () => {
    const before = await processOf();
    const ada = await before.wallet();
    await ada.setKey();
    const hash = await ada.transfer(recipient, amount);
    const after = await processOf();
    expect(await after.ask("account_info", ada.address)).toEqual(await ada.info());
    expect((await after.lite.transactions(ada.address))[0]).toMatchObject({ txHash: hash });
  });

  it("answers invalid requests with the protocol's errors", async () => {
    const { lite, ask } = await processOf();
    expect(await lite.handler!.answer({ method: "tokens" })).toMatchObject({ error: { code: -32_600 } });
    const bare = { jsonrpc: "2.0", id: 7, method: "tokens", params: null };
    expect(await lite.handler!.answer(bare)).toMatchObject({ id: 7, result: { ETH: { id: 0 } } });
    await expect(ask("constructor")).rejects.toThrow("-32601");
    await expect(ask("account_info", "nobody")).rejects.toThrow("103");
    await expect(ask("tx_submit", { type: "Withdraw" })).rejects.toThrow("103");
    expect(await ask("account_info", `0x${"11".repeat(20)}`)).toMatchObject({ id: null });
  });
});

describe("the external zkSync Lite network", () => {
  const serve = async (answer: (url: string) => { status: number; body: unknown }): Promise<string> => {
    const server: Server = createServer((request, response) => {
      const { status, body } = answer(request.url!);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    atFileEnd(async () => {
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };

  it("returns a wallet's transaction history, newest first, at most 100; sending is unavailable", async () => {
    const requests: string[] = [];
    const found = { txHash: "sync-tx:1", status: "finalized", op: { type: "Transfer" }, blockNumber: 1 };
    const url = await serve((path) => {
      requests.push(path);
      return { status: 200, body: { status: "success", result: { list: [found] } } };
    });
    const lite = openRemoteZkSyncLite(url);
    expect(await lite.transactions(recipient)).toMatchObject([{ txHash: "sync-tx:1", status: "finalized" }]);
    expect(requests).toEqual([`/api/v0.2/accounts/${recipient}/transactions?from=latest&limit=100&direction=older`]);
    expect(lite).toMatchObject({ isEmbedded: false, handler: undefined, faucet: undefined });
  });

  it("reports an unreachable network", async () => {
    const url = await serve(() => ({ status: 503, body: {} }));
    await expect(openRemoteZkSyncLite(url).transactions(recipient)).rejects.toThrow("503");
    const odd = await serve(() => ({ status: 200, body: { result: null } }));
    await expect(openRemoteZkSyncLite(odd).transactions(recipient)).rejects.toThrow(/result/);
  });
});
