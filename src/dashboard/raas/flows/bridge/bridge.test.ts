import { expect, test, vi } from "vitest";
import { chainProblem } from "../../../chains/evm/problem.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { toFunctionSelector } from "viem";
import { owedSelector } from "./use-balances.ts";
import { createBridge, type BridgeEffects } from "./bridge.ts";
import { amountProblem, firstState, moveOf, nextBridge, receiverProblem, type Move } from "./machine.ts";

const provider = { request: async () => null, on: () => undefined, removeListener: () => undefined };
const wallet: Wallet = { key: "w", name: "Wallet", walletType: "BROWSER", provider };
const move: Move = { kind: "deposit", amount: 5n };

const bridgeWith = (overrides: Partial<BridgeEffects> = {}) => {
  const shown: string[] = [];
  const bridge = createBridge({
    wallet: async () => wallet,
    connect: async () => (shown.push("connect"), "0xann"),
    switchFor: async (_, { kind }) => void shown.push(`switch for ${kind}`),
    open: async () => ({
      send: async () => (shown.push("send"), "0x1"),
      settled: async (hash) => void shown.push(`settled ${hash}`),
    }),
    storeSent: async ({ hash, address }) => void shown.push(`keep ${hash} of ${address}`),
    forgetSent: async ({ hash }) => void shown.push(`forget ${hash}`),
    problemOf: async (error) => chainProblem(error),
    show: async ({ message }) => (shown.push(message), false),
    ...overrides,
  });
  return { bridge, told: shown };
};
const steps = (bridge: ReturnType<typeof createBridge>) => {
  const seen: string[] = [];
  bridge.subscribe(() => seen.push(bridge.get().step.name));
  return seen;
};

test("a move goes from the wallet to its source chain, and to the mined transaction", async () => {
  const { bridge, told } = bridgeWith();
  const seen = steps(bridge);
  bridge.send({ type: "type-amount", input: "0.5" });
  bridge.start(move);
  await vi.waitFor(() => expect(bridge.get().step.name).toBe("done"));
  expect(told).toEqual(["connect", "switch for deposit", "send", "keep 0x1 of 0xann", "settled 0x1"]);
  expect(seen).toEqual(["choosing", "connecting", "switching", "confirming", "waiting", "done"]);
  // Confirming again sends nothing again.
  expect(moveOf(bridge.get())).toBeUndefined();
});

test("a move that failed on its chain is removed, and a repriced one is stored under its new hash", async () => {
  const failing = bridgeWith({
    open: async () => ({ send: async () => "0x1", settled: () => Promise.reject(new Error("transaction failed")) }),
  });
  failing.bridge.start(move);
  await vi.waitFor(() => expect(failing.bridge.get().step.name).toBe("failed"));
  expect(failing.told).toContain("forget 0x1");
  const repriced = bridgeWith({
    open: async () => ({ send: async () => "0x1", settled: async (_hash, onRepriced) => onRepriced("0x2") }),
  });
  repriced.bridge.start(move);
  await vi.waitFor(() => expect(repriced.told).toContain("keep 0x2 of 0xann"));
  expect(repriced.told).toContain("forget 0x1");
});

test("a rejection is shown, and the form keeps its input", async () => {
  const declined = Object.assign(new Error("User rejected the request."), { code: 4001 });
  const { bridge, told } = bridgeWith({
    open: async () => ({ send: () => Promise.reject(declined), settled: async () => undefined }),
  });
  bridge.send({ type: "type-amount", input: "0.5" });
  bridge.start(move);
  await vi.waitFor(() => expect(told).toContain("Your transaction has been canceled."));
  expect(bridge.get()).toMatchObject({ input: "0.5", step: { name: "failed" } });
});

test("unknown account starts the account request flow, once", async () => {
  const unknown = Object.assign(new Error("unknown account"), { code: 4100 });
  const { bridge, told } = bridgeWith({
    open: async () => ({ send: () => Promise.reject(unknown), settled: async () => undefined }),
  });
  bridge.start(move);
  await vi.waitFor(() => expect(told).toHaveLength(5));
  expect(told.slice(0, 4)).toEqual(["connect", "switch for deposit", "connect", "switch for deposit"]);
});

test("leaving during the wallet's prompt sends nothing", async () => {
  let answer: (address: string) => void = () => undefined;
  const { bridge, told } = bridgeWith({ connect: () => new Promise((resolve) => (answer = resolve)) });
  bridge.start(move);
  await vi.waitFor(() => expect(bridge.get().step.name).toBe("connecting"));
  bridge.close();
  answer("0xann");
  await Promise.resolve();
  expect(bridge.get().step.name).toBe("choosing");
  expect(told).toEqual([]);
});

test("while a move is in progress no other starts, and its form is locked", () => {
  const busy = nextBridge(firstState, { type: "start", attempt: 1, move });
  expect(nextBridge(busy, { type: "start", attempt: 2, move })).toBe(busy);
  expect(nextBridge(busy, { type: "type-amount", input: "9" })).toBe(busy);
  expect(nextBridge(busy, { type: "turn", direction: "withdraw" })).toBe(busy);
  expect(nextBridge(busy, { type: "connected", attempt: 2 })).toBe(busy);
});

test("amounts are exact to the last of 18 decimals; more decimals, text and amounts above the balance are refused", () => {
  const input = { ...firstState, input: "0.000000000000000001" };
  expect(moveOf(input)).toEqual({ kind: "deposit", amount: 1n });
  expect(moveOf({ ...input, input: "1,5" })).toEqual({ kind: "deposit", amount: 15n * 10n ** 17n });
  for (const text of ["", "0", "abc", "1.0000000000000000001", "-1"]) {
    expect(moveOf({ ...input, input: text })).toBeUndefined();
  }
  expect(amountProblem("", 0n, "ETH")).toBe("");
  expect(amountProblem("abc", 0n, "ETH")).toContain("Enter an amount of ETH");
  expect(amountProblem("1", 10n ** 18n, "ETH")).toContain("holds less");
  expect(amountProblem("1", undefined, "ETH")).toBe("");
  expect(receiverProblem("ann")).not.toBe("");
  expect(moveOf({ ...input, receiver: "ann" })).toBeUndefined();
});

test("the refundable amount is read by the contract's own function", () => {
  expect(owedSelector).toBe(toFunctionSelector("owed(address)"));
});
