import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testArweave } from "../../../../tests/support/storage/arweave.ts";
import { Refused } from "./arweave.ts";
import { chunkData, sourceOf } from "./chunks.ts";
import { openRemoteArweave } from "./remote.ts";
import { sendTransaction } from "./send.ts";
import { signTransaction } from "./sign.ts";

const weave = await testArweave();
const remote = openRemoteArweave(`http://127.0.0.1:${weave.port}/arweave`);

const signed = async (data: Buffer) => {
  const chunked = await chunkData(sourceOf(data));
  return signTransaction(weave.wallet, remote.node, chunked, [{ name: "Content-Type", value: "text/plain" }]);
};

test("an external node returns prices and balances, accepts transactions in chunks and reports their status", async () => {
  expect(await remote.node.price(1000)).toBe(await weave.weave.node.price(1000));
  expect(await remote.node.balance(weave.wallet.address)).toBe(await weave.weave.node.balance(weave.wallet.address));
  const data = randomBytes(600 * 1024);
  const transaction = await signed(data);
  expect(await remote.node.status(transaction.id)).toBeUndefined();
  await sendTransaction(remote.node, transaction, sourceOf(data));
  await sendTransaction(remote.node, transaction, sourceOf(data));
  expect(await remote.node.status(transaction.id)).toBe("pending");
  await weave.weave.mine();
  expect(await remote.node.status(transaction.id)).toEqual({ height: 1, confirmations: 0 });
  expect(remote.urlOf(transaction.id, "")).toBe(`http://127.0.0.1:${weave.port}/arweave/${transaction.id}`);
  const served = await fetch(remote.urlOf(transaction.id, ""));
  expect(Buffer.from(await served.arrayBuffer()).equals(data)).toBe(true);
});

test("a rejection by the node is not retried, and data that differs from the signed data is not sent", async () => {
  const data = Buffer.from("signed data");
  const transaction = await signed(data);
  await expect(sendTransaction(remote.node, { ...transaction, reward: "1" }, sourceOf(data))).rejects.toThrow(Refused);
  await expect(sendTransaction(remote.node, transaction, sourceOf(Buffer.from("other")))).rejects.toThrow(
    "does not match its signature",
  );
  const unreachable = openRemoteArweave("http://127.0.0.1:1");
  const failing = unreachable.node.postTransaction(transaction);
  await expect(failing).rejects.toThrow();
  await expect(failing).rejects.not.toThrow(Refused);
});
