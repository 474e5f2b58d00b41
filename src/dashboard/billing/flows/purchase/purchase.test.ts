import { describe, expect, test, vi } from "vitest";
import { patience } from "../../../../../tests/support/patience.ts";
import type { ChainProblem } from "../../../chains/evm/problem.ts";
import type { PurchaseSelection } from "../../../chains/evm/purchase.ts";
import { createPurchase, type PurchaseEffects, type Seen } from "./purchase.ts";
import { dayIn, selectionOf } from "./selection.ts";

const selection: PurchaseSelection = { resource: "BUILD_TIME", amount: 600n, until: 0n };
const problem: ChainProblem = { kind: "canceled", title: "Error", message: "No.", presentation: "toast" };

/** A wallet, chain and server that respond immediately. */
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
    readState: vi.fn(async () => looks.shift()),
    onState: () => () => undefined,
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
  test("goes from the wallet to the granted purchase, for any delay", async () => {
    const { effects, purchase, phases } = world();
    purchase.start("polygon", selection);
    await vi.waitFor(() => expect(purchase.get()).toEqual({ name: "granted" }), patience);
    expect(phases).toEqual(["connecting", "pricing", "confirming", "waiting", "waiting", "granted"]);
    expect(effects.hint).toHaveBeenCalledWith("0xhash", "0xabc");
    expect(effects.granted).toHaveBeenCalledOnce();
  });

  test("errors are shown with the account asked, and retried on request", async () => {
    const again = [true, false];
    const open = vi.fn(async () => ({
      account: "0xabc",
      cost: async () => ({ usd: 2n, coin: 3n }),
      buy: () => Promise.reject(new Error("declined")),
      settled: async () => undefined,
    }));
    const { purchase } = world({ open, show: async () => again.shift()! });
    purchase.start("polygon", selection);
    await vi.waitFor(() => expect(again).toEqual([]), patience);
    expect(open).toHaveBeenCalledTimes(2);
    expect(purchase.get()).toEqual({ name: "failed", chain: "polygon", problem, account: "0xabc" });
  });

  test("unknown account starts the account request flow, once", async () => {
    const unknown: ChainProblem = {
      kind: "unknown-account",
      title: "Error",
      message: "Unknown.",
      presentation: "alert",
    };
    const open = vi.fn(async () => Promise.reject(new Error("unknown account")));
    const { effects, purchase } = world({ open, problemOf: async () => unknown });
    purchase.start("polygon", selection);
    await vi.waitFor(() => expect(effects.show).toHaveBeenCalledOnce(), patience);
    expect(open).toHaveBeenCalledTimes(2);
  });

  test("leaving stops all updates; without a wallet nothing starts", async () => {
    const left = world({}, []);
    left.purchase.start("polygon", selection);
    left.purchase.close();
    expect(left.purchase.get()).toEqual({ name: "choosing" });
    const bare = world({ wallet: async () => undefined });
    bare.purchase.start("polygon", selection);
    await vi.waitFor(() => expect(bare.phases).toEqual(["connecting", "choosing"]), patience);
    expect(bare.effects.open).not.toHaveBeenCalled();
  });
});

test("input becomes bytes, seconds and the end of the selected day", () => {
  expect(selectionOf({ resource: "BUILD_TIME", digits: "10", day: "" })).toEqual({ ...selection });
  expect(selectionOf({ resource: "TRAFFIC", digits: "0", day: "" })).toBeUndefined();
  expect(selectionOf({ resource: "IPFS_STORAGE", digits: "2", day: "" })).toBeUndefined();
  const until = BigInt(new Date(2027, 0, 1).getTime() / 1000);
  const storage = { resource: "IPFS_STORAGE", amount: 2n * 1024n ** 3n, until } as const;
  expect(selectionOf({ resource: "IPFS_STORAGE", digits: "2", day: "2026-12-31" })).toEqual(storage);
  expect(dayIn(30, new Date(2026, 11, 5))).toBe("2027-01-04");
});
