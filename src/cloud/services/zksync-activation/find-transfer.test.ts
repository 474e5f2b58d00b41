import { expect, it } from "vitest";
import { hasTransfer } from "./find-transfer.ts";

const wallet = `0x${"Aa".repeat(20)}`;
const collector = `0x${"Bb".repeat(20)}`;
const wanted = { from: wallet, to: collector, amount: 500_000_000_000_000n };
const op = { type: "Transfer", from: wallet.toLowerCase(), to: collector, token: 0, amount: "500000000000000" };
const found = (changes: object, status = "committed") =>
  hasTransfer([{ txHash: "sync-tx:1", status, op: { ...op, ...changes } }], wanted);

it("Transfer search matches only transfers with status finalized or committed, from the user's wallet to the collection address, with amount at or above the fee", () => {
  expect(found({})).toBe(true);
  expect(found({}, "finalized")).toBe(true);
  expect(found({ amount: "500000000000001" })).toBe(true);
  expect(found({}, "queued")).toBe(false);
  expect(found({}, "rejected")).toBe(false);
  expect(found({ amount: "499999999999999" })).toBe(false);
  expect(found({ from: collector })).toBe(false);
  expect(found({ to: wallet })).toBe(false);
  expect(found({ type: "Withdraw" })).toBe(false);
  expect(found({ token: 4 })).toBe(false);
  expect(found({ amount: "5e20" })).toBe(false);
  expect(hasTransfer([], wanted)).toBe(false);
});
