/** The cloud's own TON chain behind a cloud: by TON Center's own client, and when the cloud is killed. */
import { expect, test, vi } from "vitest";
import type { ToncoinOrder } from "../resources/billing/mini-calls.ts";
import { startCloudProcess, temporaryFolder } from "./support/cloud-process.ts";
import { testDatabase } from "./support/database.ts";
import { newOwner, ownerWith } from "./support/owner.ts";
import { patience } from "./support/patience.ts";
import { newTonWallet, tons, tonWalletAt } from "./support/ton.ts";

const dataDir = await temporaryFolder();
const { url: databaseUrl } = await testDatabase();
const start = () => startCloudProcess(dataDir, { DATABASE_URL: databaseUrl });

const askFaucet = async (url: string, address: string) => {
  const answer = await fetch(`${url}/api/resource/faucet/ton`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address }),
  });
  return (await answer.json()) as { code: unknown };
};

test("killed right after a message was accepted, the cloud has the balance, the history and the wallet's number afterwards, and credits what was paid", async () => {
  const first = start();
  const url = await first.ready;
  const wallet = tonWalletAt(url);
  const to = newTonWallet();
  expect(await askFaucet(url, "EQnobody")).toMatchObject({ code: "INVALID_INPUT" });
  expect(await askFaucet(url, wallet.address)).toMatchObject({ code: 200 });
  await wallet.pay({ to: to.address, nano: tons("1.5"), comment: "first" });
  // The number is the wallet contract's own, asked by a get-method.
  const boc = await wallet.pay({ to: to.address, nano: tons("2.5"), comment: "second" });
  const person = await newOwner(url);
  const land = String(7_000_000n * 10n ** 18n);
  const order = await person.data<ToncoinOrder>("POST /api/bill-consume/mini/order", { asset: "TON", land });
  await wallet.pay({ to: order.destination, nano: BigInt(order.amountNano), comment: order.comment });
  await first.end("SIGKILL");

  const second = start();
  const after = tonWalletAt(await second.ready, wallet);
  expect(await after.seqno()).toBe(3);
  const { data } = ownerWith(await second.ready, person.token);
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
  // Who sends it again, not knowing whether it had arrived, pays once.
  await after.client.sendFile(boc);
  expect(await after.seqno()).toBe(3);
  const expired = wallet.sign({ to: to.address, nano: 1n, seqno: 3, validUntil: 1_700_000_000 });
  await expect(after.client.sendFile(expired)).rejects.toMatchObject({
    response: { status: 400, data: { ok: false, error: expect.stringContaining("exit code 36") as string } },
  });
  await second.end("SIGTERM");
});
