/** Public calls of a rollup's explorer and bridge, and the call by which its team names contracts. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { form, text, textarea } from "../declare/fields.ts";
import { rollupAbiBytesMax, rollupSourceBytesMax } from "./limits.ts";
import { address, amount, footerLink, image, seconds } from "./shapes.ts";

export const publicRollup = defineCall("GET $raas/chain/{chainId}", {
  summary: "Returns the public details of a running rollup.",
  can: "anyone",
  reply: z.object({
    chainId: z.string(),
    name: z.string(),
    provider: z.string(),
    rpc: z.string(),
    chainLogo: image,
    favicon: image,
    background: image,
    footerLink,
    gasToken: z.string(),
    settlement: z.object({ name: z.string(), chainId: z.string(), rpc: z.string(), contract: address }),
    bridgeAddress: z.nullable(address),
    withdrawPeriod: z.int(),
    expirationAt: seconds,
    /** Whether there is a faucet: embedded rollups only. */
    faucet: z.boolean(),
  }),
});
export type PublicRollup = z.output<typeof publicRollup.reply>;

export const rollupFaucet = defineCall("POST $raas/chain/{chainId}/faucet", {
  summary: "Sends 1 coin of an embedded rollup to an address. Each address can request one a day.",
  can: "anyone",
  log: false,
  perMinute: 30,
  body: z.object({ address }),
  reply: z.object({ hash: z.string() }),
});

/** A withdrawal from the rollup, and its payment on the settlement chain. */
const withdrawal = z.object({
  index: z.int(),
  from: address,
  to: address,
  amount,
  /** Transaction on the rollup, and its block. */
  hash: z.string(),
  block: z.int(),
  createdAt: seconds,
  state: z.enum(["waiting", "ready", "paid"]),
  /** When it can be paid, in Unix seconds; null until its output is proposed. */
  readyAt: z.nullable(seconds),
  /** Arguments of the contract's `finalizeWithdrawal`, once ready. */
  proof: z.nullable(z.object({ output: z.int(), siblings: z.array(z.string()) })),
});

export const rollupBridgeMoves = defineCall("GET $raas/chain/{chainId}/bridge/{address}", {
  summary: "Lists an address's deposits and withdrawals over a rollup's bridge, newest first.",
  can: "anyone",
  perMinute: 300,
  reply: z.object({
    deposits: z.array(
      z.object({
        index: z.int(),
        to: address,
        amount,
        hash: z.string(),
        createdAt: seconds,
        state: z.enum(["waiting", "paid"]),
        /** Transaction on the rollup, once paid. */
        paidHash: z.nullable(z.string()),
      }),
    ),
    withdrawals: z.array(withdrawal),
  }),
});

/** How verified sources match the code: "exact" with the hash of the sources in it, "partial" without. */
export const sourceMatches = ["exact", "partial"] as const;
const match = z.enum(sourceMatches);

export const rollupAbi = defineCall("GET $raas/chain/{chainId}/abi/{address}", {
  summary: "Returns a contract's ABI as provided by the rollup's team, or the bridge's ABI.",
  can: "anyone",
  reply: z.object({
    name: z.nullable(z.string()),
    abi: z.nullable(z.string()),
    /** Null unless the contract was verified: then the ABI is the compiler's. */
    match: z.nullable(match),
  }),
});

export const rollupSource = defineCall("GET $raas/chain/{chainId}/abi/{address}/source", {
  summary: "Returns a verified contract's sources and the settings of the compiler.",
  can: "anyone",
  reply: z.object({
    match,
    /** Its path and name: "contracts/Shop.sol:Shop". */
    contract: z.string(),
    compiler: z.string(),
    /** JSON, in the compiler's form. */
    settings: z.string(),
    files: z.array(z.object({ path: z.string(), content: z.string() })),
  }),
});
export type RollupSource = z.output<typeof rollupSource.reply>;

export const setRollupAbi = defineCall("PUT $raas/rollup/{id}/abi/{address}", {
  summary: "Sets a contract's name and ABI, so that the explorer can decode its transactions.",
  can: ["edit", "rollups"],
  log: "RAAS_SET_ABI",
  bodyBytesMax: rollupAbiBytesMax + 4096,
  body: form({
    name: text("Name", { min: 1, max: 60 }),
    abi: textarea("ABI (JSON)", {
      max: rollupAbiBytesMax,
      hint: "JSON array from your compiler, such as abi in a Foundry or Hardhat artifact.",
    }),
  }),
  reply: z.null(),
});

export const verifyRollupContract = defineCall("POST $raas/rollup/{id}/abi/{address}/source", {
  summary:
    "Compiles a contract's sources and compares the result with its code. If they match, the explorer shows the sources and decodes its transactions.",
  can: ["edit", "rollups"],
  log: "RAAS_VERIFY_CONTRACT",
  perMinute: 20,
  bodyBytesMax: 2 * rollupSourceBytesMax,
  body: form({
    compiler: text("Compiler version", {
      placeholder: "0.8.28",
      pattern: {
        expression: /^0\.[5-9]\.\d{1,2}$/,
        message: "Enter a release of Solidity from 0.5.0, such as 0.8.28.",
      },
      hint: "The release of Solidity. Installed on the server at its first use.",
    }),
    input: textarea("Standard JSON input", {
      min: 2,
      max: rollupSourceBytesMax,
      hint: "Sources and settings of the compiler: input in a Hardhat or Foundry build info.",
    }),
  }),
  reply: z.object({ name: z.string(), match }),
});

export const rollupPublicCalls = [
  publicRollup,
  rollupFaucet,
  rollupBridgeMoves,
  rollupAbi,
  rollupSource,
  setRollupAbi,
  verifyRollupContract,
];
