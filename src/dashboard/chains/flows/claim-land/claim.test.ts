import { describe, expect, test } from "vitest";
import { chainProblem } from "../../evm/problem.ts";
import { ProviderError } from "../../wallets/provider.ts";
import { landUnit } from "../../../../../resources/money.ts";
import { createClaim, type ClaimEffects, type Paying } from "./claim.ts";
import type { Deposit } from "./machine.ts";

const wallet = { key: "w", name: "Wallet", walletType: "BROWSER" };
const credited: Deposit = { state: "credited", confirmations: 8, needed: 8, land: 5_000_000n * landUnit };

/** A user who agrees to everything, on a working chain; `changes` override it. */
const scene = (changes: Partial<ClaimEffects> = {}, paying: Partial<Paying> = {}) => {
  const done: string[] = [];
  const seen: ((deposit: Deposit) => void)[] = [];
  const claim = createClaim(
    {
      account: async () => "0xe1",
      payer: async () => wallet,
      connect: async () => (done.push("connect"), "0xa1"),
      switchTo: async (_wallet, chain) => void done.push(`switch ${chain}`),
      open: async (_wallet, chain, address) => ({
        chain,
        address,
        quote: async () => ({ cost: 20n, usd: 5n }),
        pay: async (order, quote, onAsk) => {
          onAsk("pay");
          done.push(`pay ${quote.cost} for ${order.euid}`);
          return "0xh1";
        },
        settled: async () => undefined,
        ...paying,
      }),
      follow: (_chain, hash, onSeen) => {
        done.push(`follow ${hash}`);
        seen.push(onSeen);
        return () => undefined;
      },
      report: (hash) => void done.push(`report ${hash}`),
      problemOf: async (error) => chainProblem(error, { retry: true }),
      show: async ({ message }) => (done.push(`show ${message}`), false),
      credited: () => void done.push("credited"),
      storePayBy: (chain) => void done.push(`keep ${chain}`),
      ...changes,
    },
    "polygon",
  );
  return { claim, done, seen, step: () => claim.get().step.name };
};

describe("LAND claim by wallet", () => {
  test("asks for account, network, price and payment, and reports the transaction", async () => {
    const { claim, done, seen, step } = scene();
    claim.start();
    await expect.poll(step).toBe("waiting");
    expect(done).toEqual(["connect", "switch polygon", "pay 20 for 0xe1", "report 0xh1", "follow 0xh1"]);
    seen[0]!(credited);
    expect(claim.get().step).toEqual({ name: "credited", hash: "0xh1", land: credited.land });
    expect(done.at(-1)).toBe("credited");
  });

  test("a receipt alone credits nothing: only the server does", async () => {
    const { claim, done, step } = scene({}, { settled: () => Promise.resolve({ status: 1 }) });
    claim.start();
    await expect.poll(() => done.includes("follow 0xh1")).toBe(true);
    expect(step()).toBe("waiting");
  });

  test("declining to sign in returns to the selection", async () => {
    const { claim, done, step } = scene({ account: async () => undefined });
    claim.start();
    await expect.poll(step).toBe("choosing");
    expect(done).toEqual([]);
  });

  test("unknown account triggers the account request flow, once", async () => {
    const { claim, done, step } = scene({}, { pay: () => Promise.reject(new ProviderError(4100, "unknown account")) });
    claim.start();
    await expect.poll(step).toBe("failed");
    await expect.poll(() => done.filter((effect) => effect.startsWith("show")).length).toBe(1);
    expect(done.filter((effect) => effect === "connect")).toHaveLength(2);
  });

  test("Retry in the 'Network error' dialog starts over", async () => {
    let failures = 1;
    const { claim, step } = scene({
      show: async ({ presentation }) => presentation === "retry-confirm",
      switchTo: async () => {
        if (failures-- > 0) throw new Error("missing revert data");
      },
    });
    claim.start();
    await expect.poll(step).toBe("waiting");
  });

  test("a replaced transaction is followed", async () => {
    const { claim, done } = scene(
      {},
      {
        settled: async (_hash, onRepriced) => onRepriced("0xh2"),
      },
    );
    claim.start();
    await expect.poll(() => done.at(-1)).toBe("follow 0xh2");
    expect(claim.get().step).toMatchObject({ name: "waiting", hash: "0xh2" });
  });

  test("a transaction that failed on-chain ends the claim with an error", async () => {
    const { claim, done, step } = scene({}, { settled: () => Promise.reject(new Error("transaction failed")) });
    claim.start();
    await expect.poll(step).toBe("failed");
    await expect.poll(() => done.at(-1)).toBe("show Transaction failed");
  });

  test("a wallet that switches networks before paying is asked nothing more", async () => {
    const { claim, done, step } = scene();
    const problem = chainProblem(new Error("x"));
    claim.subscribe(() => {
      if (step() === "pricing") claim.send({ type: "wallet-moved", chain: "bsc", problem });
    });
    claim.start();
    await expect.poll(step).toBe("failed");
    expect(done.some((effect) => effect.startsWith("pay"))).toBe(false);
    expect(done).toContain("keep bsc");
  });
});
