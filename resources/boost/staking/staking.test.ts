import { describe, expect, it } from "vitest";
import { tokenBuffMax } from "./stake-limits.ts";
import { buffRows, stakeBuff, tokenUnit, type WalletStake } from "./staking.ts";

const wallet = (staked: number, held = 0, nfts = 0): WalletStake => ({
  staked: BigInt(staked) * tokenUnit,
  held: BigInt(held) * tokenUnit,
  nfts: Array.from({ length: nfts }, (_none, index) => `${index}`),
});

describe("the buff of a node", () => {
  it("is 0.005% per staked token from 100 on, over all wallets", () => {
    expect(stakeBuff([wallet(99)])).toBe(0);
    expect(stakeBuff([wallet(50), wallet(50)])).toBe(500);
    expect(stakeBuff([wallet(1000)])).toBe(5000);
  });

  it("is 0.002% per held token", () => {
    expect(stakeBuff([wallet(0, 1), wallet(0, 500)])).toBe(1002);
  });

  it("counts whole tokens of each wallet", () => {
    expect(stakeBuff([{ staked: 100n * tokenUnit - 1n, held: tokenUnit - 1n, nfts: [] }])).toBe(0);
  });

  it("is 5% per staked NFT, for at most four", () => {
    expect(stakeBuff([wallet(0, 0, 3)])).toBe(15_000);
    expect(buffRows([wallet(0, 0, 3), wallet(0, 0, 9)]).map(({ buff }) => buff)).toEqual([15_000, 5000]);
  });

  it("from staked and held tokens is capped over all wallets, and NFTs are added on top", () => {
    expect(stakeBuff([wallet(1_000_000_000)])).toBe(tokenBuffMax);
    expect(stakeBuff([wallet(0, 1_000_000), wallet(1_000_000, 1_000_000), wallet(0, 5)])).toBe(tokenBuffMax);
    expect(buffRows([wallet(10_000, 50_000, 9)]).map(({ buff }) => buff)).toEqual([50_000, 50_000, 20_000]);
  });
});
