import { expect, it, vi } from "vitest";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { firstState, nextStaking, type StakeAct } from "./machine.ts";
import { createStaking, type Counted, type StakingEffects } from "./staking.ts";
import { amountProblem, buffAfter } from "./moving.ts";
import { formatBuff, formatTokens } from "./tokens.ts";

const unit = 10n ** 18n;
const act: StakeAct = { kind: "stake", amount: unit };

/** A wallet and a server that accept everything, and count a stake at the first request. */
const effects: StakingEffects = {
  wallet: async () => ({}) as Wallet,
  open: async () => ({
    approve: async (_act, onAsk) => {
      onAsk();
      return "0xa";
    },
    send: async () => "0xb",
    settled: async () => undefined,
  }),
  count: async () => ({ seen: 2, needed: 2, counted: true }),
  pause: async () => undefined,
  problemOf: async () => ({ kind: "other", title: "Error", message: "No.", presentation: "alert" }),
  show: async () => false,
  changed: () => undefined,
  done: () => undefined,
};

/** Returns the names of the states, when the stake counts after two confirmations. */
const run = async (overrides: Partial<StakingEffects> = {}, acted: StakeAct = act): Promise<string[]> => {
  const counts: Counted[] = [
    { seen: 1, needed: 2, counted: false },
    { seen: 2, needed: 2, counted: true },
  ];
  const staking = createStaking({ ...effects, count: async () => counts.shift()!, ...overrides });
  const names: string[] = [];
  staking.subscribe(() => names.push(staking.get().name));
  void staking.start(acted);
  await vi.waitFor(() => expect(["done", "failed", "idle"]).toContain(staking.get().name));
  return names;
};

it("goes from the wallet through the approval and the transaction to the counted stake", async () => {
  const done = vi.fn<(act: StakeAct) => void>();
  expect(await run({ done })).toEqual([
    "connecting",
    "approving",
    "confirming",
    "waiting",
    "counting",
    "counting",
    "done",
  ]);
  expect(done).toHaveBeenCalledWith(act);
});

it("requests the wallet's account once more when it is unknown", async () => {
  const unknown = { kind: "unknown-account", title: "Error", message: "Unknown.", presentation: "alert" } as const;
  const open = vi.fn<StakingEffects["open"]>(async () => Promise.reject(new Error("unknown account")));
  const show = vi.fn(async () => false);
  const staking = createStaking({ ...effects, open, show, problemOf: async () => unknown });
  void staking.start(act);
  await vi.waitFor(() => expect(show).toHaveBeenCalledOnce());
  expect(open).toHaveBeenCalledTimes(2);
});

it("counts no stake after a mint", async () => {
  const count = vi.fn<StakingEffects["count"]>();
  expect((await run({ count }, { kind: "mint" })).at(-1)).toBe("done");
  expect(count).not.toHaveBeenCalled();
});

it("completes even if the server can't be reached, because the on-chain stake counts", async () => {
  const count = async () => {
    throw new Error("No answer.");
  };
  expect((await run({ count })).at(-1)).toBe("done");
});

it("shows a rejection by the wallet and restarts when the user retries", async () => {
  let refusals = 0;
  const open: StakingEffects["open"] = async () => {
    refusals += 1;
    throw new Error("No.");
  };
  expect(await run({ open, show: async () => refusals < 2 })).toEqual(["connecting", "failed", "connecting", "failed"]);
});

it("ignores events of an ended attempt", () => {
  const started = nextStaking(firstState, { type: "start", attempt: 2, act });
  expect(nextStaking(started, { type: "done", attempt: 1 })).toBe(started);
  expect(nextStaking(started, { type: "start", attempt: 3, act })).toBe(started);
});

it("formats tokens and percentages and rejects invalid amounts", () => {
  expect(formatTokens(1_234_567n * unit + unit / 4n)).toBe("1,234,567.25 BST");
  expect(formatTokens(1n)).toBe("<0.0001 BST");
  expect(formatBuff(3.205)).toBe("+3.205%");
  const tokens = { staked: 100n * unit, held: 50n * unit };
  expect(amountProblem("51", "stake", tokens)).toBe("Amount exceeds your wallet balance.");
  expect(amountProblem("50", "stake", tokens)).toBe("");
  expect(amountProblem("101", "withdraw", tokens)).toBe("Amount exceeds your stake.");
  expect(buffAfter(tokens, "withdraw", unit)).toBe(0.102);
});
