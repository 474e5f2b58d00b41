import { expect, it, vi } from "vitest";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { firstState, nextStaking, type StakeAct } from "./machine.ts";
import { createStaking, type Counted, type StakingEffects } from "./staking.ts";
import { amountProblem, buffAfter } from "./moving.ts";
import { formatBuff, formatTokens } from "./tokens.ts";

const unit = 10n ** 18n;
const act: StakeAct = { kind: "stake", amount: unit };

/** Effects of a wallet and a cloud that say yes to all, and the names of the states that follow. */
const run = async (given: Partial<StakingEffects> = {}, acted: StakeAct = act): Promise<string[]> => {
  const counts: Counted[] = [
    { seen: 1, needed: 2, counted: false },
    { seen: 2, needed: 2, counted: true },
  ];
  const staking = createStaking({
    wallet: async () => ({}) as Wallet,
    open: async () => ({
      approve: async (_act, onAsk) => {
        onAsk();
        return "0xa";
      },
      send: async () => "0xb",
      settled: async () => undefined,
    }),
    count: async () => counts.shift()!,
    pause: async () => undefined,
    problemOf: async () => ({ kind: "other", title: "Error", message: "No.", presentation: "alert" }),
    show: async () => false,
    changed: () => undefined,
    done: () => undefined,
    ...given,
  });
  const names: string[] = [];
  staking.subscribe(() => names.push(staking.get().name));
  staking.start(acted);
  await vi.waitFor(() => expect(["done", "failed", "idle"]).toContain(staking.get().name));
  return names;
};

it("goes from the wallet by an approval and the transaction to the stake that counts", async () => {
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

it("counts nothing that is only minted", async () => {
  const count = vi.fn<StakingEffects["count"]>();
  expect((await run({ count }, { kind: "mint" })).at(-1)).toBe("done");
  expect(count).not.toHaveBeenCalled();
});

it("is done although the cloud cannot be asked: what stands on the chain counts all the same", async () => {
  const count = async () => {
    throw new Error("No answer.");
  };
  expect((await run({ count })).at(-1)).toBe("done");
});

it("says what the wallet refused, and begins again when the person wants to", async () => {
  let refusals = 0;
  const open: StakingEffects["open"] = async () => {
    refusals += 1;
    throw new Error("No.");
  };
  expect(await run({ open, show: async () => refusals < 2 })).toEqual(["connecting", "failed", "connecting", "failed"]);
});

it("hears nothing of an attempt that has ended", () => {
  const begun = nextStaking(firstState, { type: "start", attempt: 2, act });
  expect(nextStaking(begun, { type: "done", attempt: 1 })).toBe(begun);
  expect(nextStaking(begun, { type: "start", attempt: 3, act })).toBe(begun);
});

it("writes tokens and shares as people read them, and refuses what cannot be moved", () => {
  expect(formatTokens(1_234_567n * unit + unit / 4n)).toBe("1,234,567.25 BST");
  expect(formatTokens(1n)).toBe("<0.0001 BST");
  expect(formatBuff(3.205)).toBe("+3.205%");
  const tokens = { staked: 100n * unit, held: 50n * unit };
  expect(amountProblem("51", "stake", tokens)).toBe("Your wallets hold less than that.");
  expect(amountProblem("50", "stake", tokens)).toBe("");
  expect(amountProblem("101", "withdraw", tokens)).toBe("You have staked less than that.");
  expect(buffAfter(tokens, "withdraw", unit)).toBe(0.102);
});
