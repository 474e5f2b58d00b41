import { expect, test } from "vitest";
import { ProviderError } from "../provider.ts";
import { submitTransaction } from "./submit-transaction.ts";

const signed = { raw: "0xf8", hash: "0xh" };
const lost = new TypeError("Failed to fetch");
const used = new ProviderError(-32003, "nonce too low");

/** A node that accepts each transaction once, over a connection that loses requests or responses by `fates`. */
const nodeWith = (...fates: readonly ("lost" | "answer lost" | "arrives")[]) => {
  const received: unknown[] = [];
  const queue = [...fates];
  const node = async (method: string, params: unknown): Promise<unknown> => {
    if (method === "eth_getTransactionByHash") return received.length > 0 ? {} : null;
    const fate = queue.shift();
    if (fate === "lost") throw lost;
    if (received.includes(params)) throw used;
    received.push(params);
    if (fate === "answer lost") throw lost;
    return signed.hash;
  };
  return { node, known: received };
};

test("a request lost before it arrives is retried", async () => {
  const { node, known } = nodeWith("lost", "lost", "arrives");
  expect(await submitTransaction(node, signed, 0)).toBe(signed.hash);
  expect(known).toEqual([signed.raw]);
});

test("a transaction that arrived counts as sent even if the response is lost", async () => {
  const { node, known } = nodeWith("answer lost", "arrives");
  expect(await submitTransaction(node, signed, 0)).toBe(signed.hash);
  expect(known).toEqual([signed.raw]);
});

test("a refusal by the node is thrown at once", async () => {
  const { node } = nodeWith("arrives", "arrives");
  await submitTransaction(node, signed, 0);
  await expect(submitTransaction(node, signed, 0)).rejects.toBe(used);
});

test("a connection that stays broken is an error in the end", async () => {
  const { node } = nodeWith(...Array.from({ length: 60 }, () => "lost" as const));
  await expect(submitTransaction(node, signed, 0)).rejects.toBe(lost);
});
