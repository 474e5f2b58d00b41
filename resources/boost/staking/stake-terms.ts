/** Public staking terms; separate from the calls of nodes, which load only after sign-in. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";

/** Tokens with up to 18 decimals. */
export const tokens = z.string().check(z.regex(/^\d+(\.\d{1,18})?$/));
const contracts = z.object({
  boostNft: z.string(),
  nftStaking: z.string(),
  boostToken: z.string(),
  tokenStaking: z.string(),
});

export const stakeTerms = defineCall("GET $boost/t4ever/stake/info", {
  summary: "Returns the staking contracts and the percentage each stake adds to the rate.",
  can: "anyone",
  reply: z.object({
    chain: z.string(),
    chainName: z.string(),
    chainId: z.int(),
    /** null where staking is not configured. */
    contracts: z.nullable(contracts),
    /** Blocks after which a stake counts. */
    confirmations: z.int(),
    perStakedToken: z.number(),
    perHeldToken: z.number(),
    stakedTokensMin: z.int(),
    /** Maximum from staked and held tokens together. */
    tokensMax: z.number(),
    perNft: z.number(),
    nftsCounted: z.int(),
    /** Whether a faucet gives test tokens (local devnet). */
    faucet: z.boolean(),
  }),
});
export type StakeTerms = z.output<(typeof stakeTerms)["reply"]>;

export const stakeTotal = defineCall("GET $boost/4ever/stake/total", {
  summary: "Returns the total of staked tokens.",
  can: "anyone",
  perMinute: 120,
  reply: z.object({ total: tokens }),
});
