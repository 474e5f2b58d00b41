/** Toncoin and Stars payments when the server is killed in the middle; the chain is read with TON Center's client. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import type { StarOrder, ToncoinOrder } from "../../../resources/billing/mini-calls.ts";
import { openBotSimulator } from "../../../src/cloud/devnet/bot/open.ts";
import { createSecretBox } from "../../../src/cloud/kernel/secret-box.ts";
import {
  startCloudProcess,
  temporaryFolder,
  testSecretKey,
  type CloudProcess,
} from "../../support/server/cloud-process.ts";
import { testDatabase } from "../../support/database/database.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { newOwner, ownerWith } from "../../support/account/owner.ts";
import { patience } from "../../support/patience.ts";
import { newTonWallet, tons, tonWalletAt } from "../../support/chains/ton.ts";

const dataDir = await temporaryFolder();
const database = await testDatabase();
let running: CloudProcess | undefined;
/** Returns the running server, or starts one. */
const start = (): CloudProcess => (running ??= startCloudProcess(dataDir, { DATABASE_URL: database.url }));
const kill = async (): Promise<void> => {
  await running?.end("SIGKILL");
  running = undefined;
};

const askFaucet = async (url: string, address: string) => {
  const answer = await fetch(`${url}/api/resource/faucet/ton`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address }),
  });
  return (await answer.json()) as { code: unknown };
};

test("killed right after a message was accepted, the server keeps the balance, the history and the wallet's sequence number, and credits the payment", async () => {
  const first = start();
  const url = await first.ready;
  const wallet = tonWalletAt(url);
  const to = newTonWallet();
  expect(await askFaucet(url, "EQnobody")).toMatchObject({ code: "INVALID_INPUT" });
  expect(await askFaucet(url, wallet.address)).toMatchObject({ code: 200 });
  await wallet.pay({ to: to.address, nano: tons("1.5"), comment: "first" });
  // The number comes from a get-method of the wallet contract.
  const boc = await wallet.pay({ to: to.address, nano: tons("2.5"), comment: "second" });
  const user = await newOwner(url);
  const land = String(7_000_000n * 10n ** 18n);
  const order = await user.data<ToncoinOrder>("POST /api/bill-consume/mini/order", { asset: "TON", land });
  await wallet.pay({ to: order.destination, nano: BigInt(order.amountNano), comment: order.comment });
  await kill();

  const second = start();
  const after = tonWalletAt(await second.ready, wallet);
  expect(await after.seqno()).toBe(3);
  const { data } = ownerWith(await second.ready, user.token);
  await vi.waitFor(async () => expect(await data("GET /api/bill-consume/assets")).toEqual({ land }), patience);
  const seen = await after.client.getTransactions(to.raw, { limit: 10 });
  expect(seen.map(({ inMessage }) => inMessage!.info.type === "internal" && inMessage!.info.value.coins)).toEqual([
    tons("2.5"),
    tons("1.5"),
  ]);
  const older = await after.client.getTransactions(to.raw, {
    limit: 10,
    lt: String(seen[0]!.lt),
    hash: seen[0]!.hash().toString("base64"),
  });
  expect(older.map(({ lt }) => lt)).toEqual([seen[1]!.lt]);
  expect(await after.client.getBalance(to.raw)).toBeGreaterThan(tons("3.99"));
  // A client that sends it again, unsure whether it had arrived, pays once.
  await after.client.sendFile(boc);
  expect(await after.seqno()).toBe(3);
  const expired = wallet.sign({ to: to.address, nano: 1n, seqno: 3, validUntil: 1_700_000_000 });
  await expect(after.client.sendFile(expired)).rejects.toMatchObject({
    response: { status: 400, data: { ok: false, error: expect.stringContaining("exit code 36") as string } },
  });
});

test("killed before it learns of a Stars payment, the server is notified again afterwards, and credits it", async () => {
  const first = start();
  const url = await first.ready;
  const user = await newOwner(url);
  const land = String(5_000_000n * 10n ** 18n);
  const { invoiceLink } = await user.data<StarOrder>("POST /api/bill-consume/mini/order", { asset: "STAR", land });

  const secrets = createSecretBox({ DATA_DIR: dataDir, SECRET_KEY: testSecretKey });
  const app = openBotSimulator(database, secrets, pino({ level: "silent" }), patience.timeout);
  /** Forwards updates of the messaging app until one reports a payment, then kills this server, which may be reported twice. */
  const line = createServer((request, response) => {
    void (async () => {
      const update = await json(request);
      if ((update as { message?: object }).message) {
        await first.end("SIGKILL");
        return response.writeHead(502).end();
      }
      const headers = Object.entries(request.headers).filter(([name]) => /^(content-type|x-)/.test(name));
      const answer = await fetch(`${url}/bot/webhook`, {
        method: "POST",
        headers: headers as [string, string][],
        body: JSON.stringify(update),
      });
      return response.writeHead(answer.status).end();
    })();
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  atFileEnd(async () => void line.close());
  await app.serveAt(`http://127.0.0.1:${(line.address() as AddressInfo).port}/`);
  const gone = once(first.child, "exit");
  expect(await app.simulator!.pay(invoiceLink.split("$")[1]!, { id: 9, first_name: "Ada" })).toEqual({
    status: "paid",
  });
  await gone;
  running = undefined;
  await app.close();

  const second = start();
  const { data } = ownerWith(await second.ready, user.token);
  await vi.waitFor(async () => expect(await data("GET /api/bill-consume/assets")).toEqual({ land }), patience);
  await second.end("SIGTERM");
});
