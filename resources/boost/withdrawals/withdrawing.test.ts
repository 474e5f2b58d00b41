import { describe, expect, test } from "vitest";
import { tonAddressParts, tonAddressProblem } from "./ton-address.ts";
import { leastUsd, nanoFor, reviewReasons, withdrawNanoMin, type WithdrawalFacts } from "./withdrawing.ts";

describe("a TON address", () => {
  // The same account in all four forms of @ton/core: per network, bounceable or not.
  const written = [
    "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
    "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI",
    "kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH",
    "0QCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqPvC",
  ];
  const [main = "", , test1 = ""] = written;

  test("has the same account in every form and shows whether it is a testnet address", () => {
    expect(written.map(tonAddressParts)).toEqual(
      [false, false, true, true].map((isTestOnly) => ({
        raw: "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8",
        isTestOnly,
      })),
    );
  });

  test("is rejected with a wrong character, a wrong network or a wrong form", () => {
    for (let at = 0; at < 48; at += 1) {
      const wrong = `${main.slice(0, at)}${main[at] === "A" ? "B" : "A"}${main.slice(at + 1)}`;
      expect(tonAddressProblem(wrong, "-239")).toContain("checksum");
    }
    expect(tonAddressProblem(test1, "-239")).toContain("testnet");
    expect([tonAddressProblem(test1, "-3"), tonAddressProblem(main, "-3"), tonAddressProblem(main, "-239")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(tonAddressProblem("", "-239")).toContain("enter");
    expect(tonAddressProblem("0x52908400098527886E0F7030069857D2E4169EE7", "-239")).toContain("48 characters");
    expect(tonAddressProblem(`0:${"a".repeat(64)}`, "-239")).toContain("48-character");
  });
});

describe("withdrawal amounts", () => {
  test("is rounded down, with the price feed's exponent", () => {
    expect(nanoFor(1_000_000n, { price: 3n, expo: 0 })).toBe(333_333_333n);
    expect(nanoFor(5_000_000n, { price: 523_456_789n, expo: -8 })).toBe(955_188_681n);
    expect(nanoFor(5_000_000n, { price: 5n, expo: 1 })).toBe(100_000_000n);
  });

  test("at least 0.02 TON: the minimum in dollars covers it, a millionth less does not", () => {
    for (const price of [523_456_789n, 300_000_000n, 1n, 99_999_999_999n]) {
      const at = { price, expo: -8 };
      const least = leastUsd(at);
      expect(nanoFor(least, at)).toBeGreaterThanOrEqual(withdrawNanoMin);
      expect(nanoFor(least - 1n, at)).toBeLessThan(withdrawNanoMin);
    }
  });
});

test("suspicious withdrawals are held for review with the reason shown", () => {
  const ordinary: WithdrawalFacts = {
    usd: 2_000_000n,
    recent: { count: 1, usd: 2_000_000n },
    unseenOfAll: 196_000_000n,
    nodeSeconds: 90_000,
    othersAtAddress: 0,
    hasCollected: true,
    invited: 9,
    invitedActive: 5,
  };
  const reasons = (changed: Partial<WithdrawalFacts>) => reviewReasons({ ...ordinary, ...changed }).join(" ");
  expect(reasons({})).toBe("");
  expect(reasons({ usd: 3_000_000n })).toBe("");
  expect(reasons({ usd: 3_000_001n })).toContain("over $5 within 24 hours");
  expect(reasons({ recent: { count: 3, usd: 0n } })).toContain("More than 3 withdrawals");
  expect(reasons({ unseenOfAll: 198_000_001n })).toContain("Total withdrawals");
  expect(reasons({ nodeSeconds: 86_399 })).toContain("less than a day old");
  expect(reasons({ othersAtAddress: 1 })).toContain("Another node");
  expect(reasons({ hasCollected: false })).toContain("not collected");
  expect(reasons({ invited: 10 })).toContain("invitees");
});
