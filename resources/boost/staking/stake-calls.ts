/** NFTs and tokens that a node's wallets stake or hold: read from the chain, they raise its rate. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { page, paged } from "../shapes.ts";
import { stakeTerms, stakeTotal, tokens } from "./stake-terms.ts";
import { stakeKinds } from "./staking.ts";

const address = z.string();

const stake = z.object({
  /** The node's wallets, the account's primary one first. */
  addresses: z.array(address),
  /** Current on-chain amounts. */
  staked: tokens,
  balance: tokens,
  /** Total rate increase in percent, as counted now. */
  rateBuff: z.number(),
});
export type Stake = z.output<typeof stake>;

export const stakeInfo = defineCall("GET $boost/4ever/stake/info", {
  summary: "Returns the tokens the node's wallets stake and hold, read from the chain.",
  can: "node",
  perMinute: 240,
  reply: stake,
});
export const stakeBalance = defineCall("GET $boost/4ever/stake/balance", {
  summary: "Returns the unstaked tokens in the node's wallets.",
  can: "node",
  perMinute: 240,
  reply: z.object({ balance: tokens }),
});
export const bindStake = defineCall("POST $boost/4ever/stake/bind", {
  summary: "Reads the node's stakes from the chain and updates its rate.",
  can: "node",
  log: false,
  perMinute: 30,
  reply: stake,
});
export const tellStake = defineCall("POST $boost/hooks/stake/balance/dostake", {
  summary: "Reports a new stake. Same as bind.",
  can: "node",
  log: false,
  perMinute: 30,
  reply: stake,
});
export const countStake = defineCall("POST $boost/everpay/stake/{hash}", {
  summary:
    "Counts a stake by its transaction. Returns 404 if it isn't on the chain, 403 if another user's wallet made it.",
  can: "node",
  log: false,
  perMinute: 60,
  reply: z.object({
    hash: z.string(),
    /** Confirmations so far, including its own block, and the required number. */
    confirmations: z.int(),
    needed: z.int(),
    /** Whether it is confirmed and included in the rate. */
    counted: z.boolean(),
    /** Percent, as counted now. */
    rateBuff: z.number(),
  }),
});

export const nodeTokens = defineCall("GET $boost/node/tokens", {
  summary: "Lists the tokens and NFTs that raise the node's rate, by wallet.",
  can: "node",
  query: z.extend(page(10), { type: z.optional(z.enum(stakeKinds)) }),
  reply: paged(
    z.object({
      type: z.enum(stakeKinds),
      address,
      /** Tokens or NFTs. */
      amount: tokens,
      /** Percent. */
      rateBuff: z.number(),
    }),
  ),
});
export type NodeToken = z.output<(typeof nodeTokens)["reply"]>["content"][number];

const nft = z.object({
  tokenId: z.string(),
  name: z.string(),
  /** A data URL. */
  image: z.string(),
  /** The wallet that holds or staked it. */
  address,
  staked: z.boolean(),
  /** Rate increase in percent, as counted now; a stake counts once confirmed. */
  rateBuff: z.number(),
});
export type Nft = z.output<typeof nft>;

export const nftList = defineCall("GET $boost/nft/list", {
  summary: "Lists the NFTs of the node's wallets, staked ones first, read from the chain.",
  can: "node",
  perMinute: 240,
  reply: z.array(nft),
});
export const nftIsStaked = defineCall("GET $boost/nft/isStake", {
  summary: "Returns whether any NFT of the node's wallets is staked.",
  can: "node",
  perMinute: 240,
  reply: z.object({ isStake: z.boolean() }),
});
export const bindNft = defineCall("POST $boost/nft/bind", {
  summary: "Reads the staked NFTs from the chain and updates the node's rate.",
  can: "node",
  log: false,
  perMinute: 30,
  reply: z.array(nft),
});

export const stakeCalls = [
  stakeTerms,
  stakeInfo,
  stakeTotal,
  stakeBalance,
  bindStake,
  tellStake,
  countStake,
  nodeTokens,
  nftList,
  nftIsStaked,
  bindNft,
];
