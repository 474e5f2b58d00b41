import { expect, it } from "vitest";
import { hasTransfer } from "./find-transfer.ts";

const wallet = `0x${"Aa".repeat(20)}`;
const collector = `0x${"Bb".repeat(20)}`;
const query = { from: wallet, to: collector, amount: 500_000_000_000_000n };
const op = { type: "Transfer", from: wallet.toLowerCase(), to: collector, token: 0, amount: "500000000000000" };
const isFound = (changes: object, status = "committed") =>
  hasTransfer([{ txHash: "sync-tx:1", status, op: { ...op, ...changes } }], query);

it("Transfer search matches only transfers with status finalized or committed, from the user's wallet to the collection address, with amount at or above the fee", () => {
  expect(isFound({})).toBe(true);
  expect(isFound({}, "finalized")).toBe(true);
  expect(isFound({ amount: "500000000000001" })).toBe(true);
  expect(isFound({}, "queued")).toBe(false);
  expect(isFound({}, "rejected")).toBe(false);
  expect(isFound({ amount: "499999999999999" })).toBe(false);
  expect(isFound({ from: collector })).toBe(false);
  expect(isFound({ to: wallet })).toBe(false);
  expect(isFound({ type: "Withdraw" })).toBe(false);
  expect(isFound({ token: 4 })).toBe(false);
  expect(isFound({ amount: "5e20" })).toBe(false);
  expect(hasTransfer([], query)).toBe(false);
});
