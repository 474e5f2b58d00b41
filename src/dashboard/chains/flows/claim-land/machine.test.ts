import { describe, expect, test } from "vitest";
import type { ChainProblem } from "../../evm/problem.ts";
import { landUnit } from "../../../../../resources/money.ts";
import { canClaim, firstState, landOf, nextClaim, type ClaimEvent, type ClaimState } from "./machine.ts";

const problem: ChainProblem = { kind: "pending", title: "Error", message: "Wrong network", presentation: "alert" };
const after = (state: ClaimState, ...events: ClaimEvent[]): ClaimState => events.reduce(nextClaim, state);
const started = firstState("polygon");
const quote = { cost: 1n, usd: 1n };
const sent: ClaimEvent[] = [
  { type: "start", attempt: 1 },
  { type: "connected", attempt: 1 },
  { type: "switched", attempt: 1 },
  { type: "asking", attempt: 1, quote, ask: "pay" },
  { type: "sent", attempt: 1, hash: "0x1" },
];

describe("the amount", () => {
  test.each([1, 5, 10, 50, 100])("offers %i million LAND", (millions) => {
    expect(landOf(after(started, { type: "choose-preset", millions }))).toBe(BigInt(millions) * 1_000_000n * landUnit);
  });

  test("custom: only digits kept, max 5 characters; the value is multiplied by 1,000,000 LAND", () => {
    const state = after(started, { type: "type-amount", input: "-12.34 567" });
    expect(state.custom).toBe("12345");
    expect(landOf(state)).toBe(12_345n * 1_000_000n * landUnit);
  });

  test("the Claim button is disabled when the amount is 0", () => {
    expect(canClaim(after(started, { type: "type-amount", input: "" }))).toBe(false);
    expect(canClaim(after(started, { type: "type-amount", input: "000" }))).toBe(false);
    expect(canClaim(after(started, { type: "type-amount", input: "1" }))).toBe(true);
  });
});

describe("the chain", () => {
  test("the Claim button is disabled unless the selected chain is in the list", () => {
    expect(canClaim(after(started, { type: "choose-chain", chain: "linea" }))).toBe(false);
    expect(canClaim(after(started, { type: "choose-chain", chain: "zksync-lite" }))).toBe(false);
    expect(canClaim(started, ["ethereum"])).toBe(false);
    expect(canClaim(started, ["polygon"])).toBe(true);
  });

  test("the selected chain follows wallet chain changes, also to unsupported ones", () => {
    const moved = after(started, { type: "wallet-moved", chain: "scroll", problem });
    expect(moved.chain).toBe("scroll");
    const away = after(moved, { type: "wallet-moved", chain: undefined, problem });
    expect(away.chain).toBeUndefined();
    expect(canClaim(away)).toBe(false);
  });

  test("a wallet that leaves the chain before paying ends the attempt", () => {
    const state = after(started, ...sent.slice(0, 4), { type: "wallet-moved", chain: "bsc", problem });
    expect(state).toMatchObject({ chain: "bsc", step: { name: "failed", problem } });
  });

  test("a sent payment continues regardless of the wallet", () => {
    const state = after(started, ...sent, { type: "wallet-moved", chain: "bsc", problem });
    expect(state).toMatchObject({ chain: "polygon", step: { name: "waiting", hash: "0x1" } });
  });
});

describe("an attempt", () => {
  test("goes from the wallet's account over network, price and confirmation to waiting", () => {
    const names = sent.map((_, index) => after(started, ...sent.slice(0, index + 1)).step.name);
    expect(names).toEqual(["connecting", "switching", "pricing", "confirming", "waiting"]);
  });

  test("is credited only when the server says so", () => {
    const pending = { state: "pending", confirmations: 2, needed: 8, land: 5n } as const;
    const waiting = after(started, ...sent, { type: "seen", attempt: 1, deposit: pending });
    expect(waiting.step).toMatchObject({ name: "waiting", deposit: pending });
    const credited = after(waiting, { type: "seen", attempt: 1, deposit: { ...pending, state: "credited" } });
    expect(credited.step).toEqual({ name: "credited", hash: "0x1", land: 5n });
  });

  test("with a raised fee continues under the new hash", () => {
    expect(after(started, ...sent, { type: "sent", attempt: 1, hash: "0x2" }).step).toMatchObject({ hash: "0x2" });
  });

  test("is ignored once another attempt has started", () => {
    const second = after(started, ...sent.slice(0, 2), { type: "given-up", attempt: 1 }, { type: "start", attempt: 2 });
    expect(after(second, { type: "connected", attempt: 1 })).toBe(second);
    expect(after(second, { type: "failed", attempt: 1, problem })).toBe(second);
  });

  test("keeps the selection while it is running", () => {
    const state = after(started, ...sent.slice(0, 1));
    expect(after(state, { type: "choose-preset", millions: 100 })).toBe(state);
    expect(after(state, { type: "type-amount", input: "7" })).toBe(state);
    expect(after(state, { type: "choose-chain", chain: "bsc" })).toBe(state);
    expect(after(state, { type: "choose-coin", coin: "usd" })).toBe(state);
    expect(after(state, { type: "start", attempt: 2 })).toBe(state);
  });

  test("that failed can be repeated with another selection", () => {
    const failed = after(started, ...sent.slice(0, 2), { type: "failed", attempt: 1, problem });
    expect(canClaim(failed)).toBe(true);
    expect(after(failed, { type: "choose-preset", millions: 1 }).step).toEqual({ name: "choosing" });
  });
});
