/** The contracts: forge's tests, and whether the deployed bytecode matches the sources. Compiled once for all tests. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Interface, type InterfaceAbi } from "ethers";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  priceFeedAbi,
  purchaseAbi,
  rechargeAbi,
  registrationAbi,
  stakingAbi,
  usdAbi,
} from "../../../resources/chains/contracts.ts";
import { rollupBridgeAbi, rollupSettlementAbi } from "../../../resources/raas/contracts.ts";
import { artifactsFile, artifactsOf, contractNames } from "../../../scripts/lib/forge.mjs";
import { runForgeTests, type ForgeRun } from "../../support/chains/forge.ts";

const fragments: Readonly<Record<string, readonly string[]>> = {
  Registration: registrationAbi,
  Recharge: rechargeAbi,
  PriceFeed: priceFeedAbi,
  TestUsd: usdAbi,
  ResourcePurchase: purchaseAbi,
  BoostNft: stakingAbi.nft,
  NftStaking: stakingAbi.nftStaking,
  BoostToken: stakingAbi.token,
  TokenStaking: stakingAbi.tokenStaking,
  RollupSettlement: rollupSettlementAbi,
  RollupBridge: rollupBridgeAbi,
  SignatureValidator: ["constructor(address wallet, bytes32 hash, bytes signature)"],
};
const committed = readFileSync(artifactsFile, "utf8");
const artifacts = JSON.parse(committed) as Record<string, { abi: InterfaceAbi; bytecode: string }>;

let outFolder: string;
let run: ForgeRun;
beforeAll(async () => {
  outFolder = await mkdtemp(join(tmpdir(), "freehold-forge-"));
  run = await runForgeTests(outFolder);
});
afterAll(() => rm(outFolder, { recursive: true, force: true }));

test("the contracts pass their unit, fuzz and invariant tests", () => {
  expect(run.failed).toEqual([]);
  expect(run.passed).toBeGreaterThanOrEqual(69);
});

test("the committed artifacts match a fresh compilation", () => {
  expect(artifactsOf(outFolder) === committed, "Run: npm run contracts").toBe(true);
  expect(committed.length).toBeLessThan(200_000);
});

test.each(Object.entries(fragments))("%s matches its description", (name, expected) => {
  const made = new Set(textsOf(new Interface(artifacts[name]!.abi)));
  expect(textsOf(new Interface(expected)).filter((text) => !made.has(text))).toEqual([]);
});

test("every contract is described, and small enough for every chain", () => {
  expect(Object.keys(artifacts)).toEqual(Object.keys(fragments));
  expect(contractNames).toEqual(Object.keys(fragments));
  // EIP-170 allows 24,576 bytes of code; creation code is larger.
  for (const { bytecode } of Object.values(artifacts)) expect(bytecode.length / 2 - 1).toBeLessThan(24_576);
});

/** Returns functions without parameter names, events and errors with them. `pure` counts as `view`. */
const textsOf = ({ fragments: all }: Interface): string[] =>
  all.map((fragment) => fragment.format(fragment.type === "function" ? "minimal" : "full").replace(" pure", " view"));
