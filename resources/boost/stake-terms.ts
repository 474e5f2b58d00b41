/** What staking brings, for anybody; apart from the calls of nodes, which only who is signed in loads. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

/** Tokens with up to 18 decimals. */
export const tokens = z.string().check(z.regex(/^\d+(\.\d{1,18})?$/));
const contracts = z.object({
  boostNft: z.string(),
  nftStaking: z.string(),
  boostToken: z.string(),
  tokenStaking: z.string(),
});

export const stakeTerms = defineCall("GET $boost/t4ever/stake/info", {
  summary: "What can be staked where, and what it adds to the rate, in per cent.",
  can: "anyone",
  reply: z.object({
    chain: z.string(),
    chainName: z.string(),
    chainId: z.int(),
    /** null where staking is not set up. */
    contracts: z.nullable(contracts),
    /** Blocks after which a stake counts. */
    confirmations: z.int(),
    perStakedToken: z.number(),
    perHeldToken: z.number(),
    stakedTokensMin: z.int(),
    perNft: z.number(),
    nftsCounted: z.int(),
    /** Whether the cloud gives test tokens away: on a chain of its own. */
    faucet: z.boolean(),
  }),
});
export type StakeTerms = z.output<(typeof stakeTerms)["reply"]>;

export const stakeTotal = defineCall("GET $boost/4ever/stake/total", {
  summary: "Tokens that everybody has staked.",
  can: "anyone",
  perMinute: 120,
  reply: z.object({ total: tokens }),
});
