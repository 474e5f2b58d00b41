import { expect, test } from "vitest";
import { withSent, type SentMove } from "./sent-moves.ts";
import type { Deposit, Withdrawal } from "./use-moves.ts";

const sent: SentMove = { kind: "deposit", hash: "0x1", amount: "5", from: "0xa", to: "0xa", index: -1, sentAt: 100 };
const deposit: Deposit = {
  index: 0,
  to: "0xa",
  amount: "5",
  hash: "0x1",
  createdAt: 99,
  state: "waiting",
  paidHash: null,
};
const withdrawal: Withdrawal = {
  index: 3,
  from: "0xa",
  to: "0xa",
  amount: "2",
  hash: "0x2",
  block: 7,
  createdAt: 90,
  state: "ready",
  readyAt: 95,
  proof: { output: 1, siblings: [] },
};
const none = { deposits: [], withdrawals: [] };

test("a move is listed as soon as it is sent, and once when the server lists it too", () => {
  const before = withSent(none, [sent, { ...sent, kind: "withdraw", hash: "0x3" }]);
  expect(before.moves.deposits).toMatchObject([{ hash: "0x1", state: "waiting", amount: "5" }]);
  expect(before.moves.withdrawals).toMatchObject([{ hash: "0x3", state: "waiting", proof: null }]);
  expect(before.listedHashes).toEqual([]);
  const after = withSent({ deposits: [deposit], withdrawals: [] }, [sent]);
  expect(after.moves.deposits).toEqual([deposit]);
  expect(after.listedHashes).toEqual(["0x1"]);
});

test("a withdrawal that was just finalized is not offered again until the server lists it as paid", () => {
  const taking: SentMove = { ...sent, kind: "finalize", hash: "0x4", index: 3 };
  const listed = { deposits: [], withdrawals: [withdrawal] };
  expect(withSent(listed, []).moves.withdrawals[0]!.proof).not.toBeNull();
  expect(withSent(listed, [taking])).toMatchObject({
    listedHashes: [],
    moves: { withdrawals: [{ state: "ready", proof: null }] },
  });
  const paid = { deposits: [], withdrawals: [{ ...withdrawal, state: "paid" as const }] };
  expect(withSent(paid, [taking]).listedHashes).toEqual(["0x4"]);
});
