import { expect, test } from "vitest";
import { findBinding, historyPageSize, type Post } from "./find-binding.ts";

/** A node with this history, newest first, that responds like a Solana node. */
const nodeWith = (history: readonly { signature: string; err: unknown; memo: string | null }[]) => {
  const requests: unknown[] = [];
  const post: Post = async (body) => {
    const [, { limit, before }] = (body as { params: [string, { limit: number; before?: string }] }).params;
    requests.push(before);
    const from = before === undefined ? 0 : history.findIndex(({ signature }) => signature === before) + 1;
    return { result: history.slice(from, from + limit) };
  };
  return { post, asked: requests };
};
const others = (count: number, from = 0) =>
  Array.from({ length: count }, (_each, index) => ({ signature: `s${from + index}`, err: null, memo: null }));
const binding = { signature: "mine", err: null, memo: "[10] bind:0xabcd" };
const wanted = { voteAccount: "vote", memo: "bind:0xabcd" };

test("a Solana RPC POST for recent vote-account signatures pages back by the before signature, limit 1000", async () => {
  const { post, asked } = nodeWith([...others(2 * historyPageSize), binding]);
  expect(await findBinding(post, wanted)).toBe("mine");
  expect(asked).toEqual([undefined, "s999", "s1999"]);
});

test("ends with the history, without a result", async () => {
  const { post, asked } = nodeWith(others(historyPageSize + 3));
  expect(await findBinding(post, wanted)).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test("skips failed transactions, and memos that only contain the wanted one", async () => {
  const failed = { ...binding, signature: "failed", err: { InstructionError: [0, "Custom"] } };
  const longer = { ...binding, signature: "longer", memo: "[12] bind:0xabcdef" };
  expect(await findBinding(nodeWith([failed, longer]).post, wanted)).toBeUndefined();
  const two = { ...binding, memo: "[3] tea; [10] bind:0xabcd" };
  expect(await findBinding(nodeWith([failed, two]).post, wanted)).toBe("mine");
});

test("returns the node's error message", async () => {
  const refuses: Post = async () => ({ error: { message: "Too many requests" } });
  await expect(findBinding(refuses, wanted)).rejects.toThrow("Too many requests");
});
