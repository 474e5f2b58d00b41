import { describe, expect, test, vi } from "vitest";
import { patience } from "../../../../tests/support/patience.ts";
import type { ChainProblem } from "../../chains/evm/problem.ts";
import type { Wish } from "../../chains/evm/purchase.ts";
import { createPurchase, type PurchaseEffects, type Seen } from "./purchase.ts";
import { dayIn, wishOf } from "./wishes.ts";

const wish: Wish = { resource: "BUILD_TIME", amount: 600n, until: 0n };
const problem: ChainProblem = { kind: "canceled", title: "Error", message: "No.", presentation: "toast" };

/** A wallet, a chain and a cloud that answer at once. */
const world = (
  changed: Partial<PurchaseEffects> = {},
  looks: Seen[] = [undefined, { seen: 1, needed: 2 }, "granted"],
) => {
  const effects = {
    wallet: vi.fn(async () => ({}) as never),
    open: vi.fn(async () => ({
      account: "0xabc",
      cost: async () => ({ usd: 2n, coin: 3n }),
      buy: async () => "0xhash",
      settled: async () => undefined,
    })),
    look: vi.fn(async () => looks.shift()),
    hint: vi.fn(),
    pause: async () => undefined,
    problemOf: async () => problem,
    show: vi.fn(async () => false),
    granted: vi.fn(),
    ...changed,
  };
  const purchase = createPurchase(effects);
  const phases: string[] = [];
  purchase.subscribe(() => {
    const state = purchase.get();
    phases.push(state.name === "working" ? state.phase : state.name);
  });
  return { effects, purchase, phases };
};

describe("buying a resource", () => {
  test("goes from the wallet to what the cloud has granted, however long that takes", async () => {
    const { effects, purchase, phases } = world();
    purchase.start("polygon", wish);
    await vi.waitFor(() => expect(purchase.get()).toEqual({ name: "granted" }), patience);
    expect(phases).toEqual(["connecting", "pricing", "confirming", "waiting", "waiting", "granted"]);
    expect(effects.hint).toHaveBeenCalledWith("0xhash", "0xabc");
    expect(effects.granted).toHaveBeenCalledOnce();
  });

  test("what goes wrong is shown with the account that was asked, and tried again when the person wants to", async () => {
    const again = [true, false];
    const open = vi.fn(async () => ({
      account: "0xabc",
      cost: async () => ({ usd: 2n, coin: 3n }),
      buy: () => Promise.reject(new Error("declined")),
      settled: async () => undefined,
    }));
    const { purchase } = world({ open, show: async () => again.shift()! });
    purchase.start("polygon", wish);
    await vi.waitFor(() => expect(again).toEqual([]), patience);
    expect(open).toHaveBeenCalledTimes(2);
    expect(purchase.get()).toEqual({ name: "failed", chain: "polygon", problem, account: "0xabc" });
  });

  test("who leaves hears of nothing more; without a wallet nothing begins", async () => {
    const left = world({}, []);
    left.purchase.start("polygon", wish);
    left.purchase.close();
    expect(left.purchase.get()).toEqual({ name: "choosing" });
    const bare = world({ wallet: async () => undefined });
    bare.purchase.start("polygon", wish);
    await vi.waitFor(() => expect(bare.phases).toEqual(["connecting", "choosing"]), patience);
    expect(bare.effects.open).not.toHaveBeenCalled();
  });
});

test("what is typed becomes bytes, seconds and the end of the chosen day", () => {
  expect(wishOf({ resource: "BUILD_TIME", digits: "10", day: "" })).toEqual({ ...wish });
  expect(wishOf({ resource: "TRAFFIC", digits: "0", day: "" })).toBeUndefined();
  expect(wishOf({ resource: "IPFS_STORAGE", digits: "2", day: "" })).toBeUndefined();
  const until = BigInt(new Date(2027, 0, 1).getTime() / 1000);
  const storage = { resource: "IPFS_STORAGE", amount: 2n * 1024n ** 3n, until } as const;
  expect(wishOf({ resource: "IPFS_STORAGE", digits: "2", day: "2026-12-31" })).toEqual(storage);
  expect(dayIn(30, new Date(2026, 11, 5))).toBe("2027-01-04");
});
