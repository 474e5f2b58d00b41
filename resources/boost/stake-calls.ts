/** NFTs and tokens that a node's wallets have staked or hold: read from the chain, they raise its rate. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { page, paged } from "./shapes.ts";
import { stakeTerms, stakeTotal, tokens } from "./stake-terms.ts";
import { stakeKinds } from "./staking.ts";

const address = z.string();

const stake = z.object({
  /** The node's wallets, first the one that stands for the account. */
  addresses: z.array(address),
  /** As the chain has it now. */
  staked: tokens,
  balance: tokens,
  /** Per cent that all of it together adds to the rate, as it counts now. */
  rateBuff: z.number(),
});
export type Stake = z.output<typeof stake>;

export const stakeInfo = defineCall("GET $boost/4ever/stake/info", {
  summary: "Tokens that the node's wallets have staked and hold, as the chain has it now.",
  can: "node",
  perMinute: 240,
  reply: stake,
});
export const stakeBalance = defineCall("GET $boost/4ever/stake/balance", {
  summary: "Tokens that the node's wallets hold and have not staked.",
  can: "node",
  perMinute: 240,
  reply: z.object({ balance: tokens }),
});
export const bindStake = defineCall("POST $boost/4ever/stake/bind", {
  summary: "Reads the chain again and sets the node's rate by what stands there.",
  can: "node",
  log: false,
  perMinute: 30,
  reply: stake,
});
export const tellStake = defineCall("POST $boost/hooks/stake/balance/dostake", {
  summary: "Told after a wallet has staked: the same as binding.",
  can: "node",
  log: false,
  perMinute: 30,
  reply: stake,
});
export const countStake = defineCall("POST $boost/everpay/stake/{hash}", {
  summary:
    "Counts a stake by its transaction: 404 when the chain has no such stake, refused when another person's wallet made it.",
  can: "node",
  log: false,
  perMinute: 60,
  reply: z.object({
    hash: z.string(),
    /** Blocks above it so far, its own among them, and how many it takes. */
    confirmations: z.int(),
    needed: z.int(),
    /** Whether it has its confirmations, and the rate has been set by it. */
    counted: z.boolean(),
    /** Per cent, as it counts now. */
    rateBuff: z.number(),
  }),
});

export const nodeTokens = defineCall("GET $boost/node/tokens", {
  summary: "Tokens and NFTs by which the rate is raised, of each wallet, as they count now.",
  can: "node",
  query: z.extend(page(10), { type: z.optional(z.enum(stakeKinds)) }),
  reply: paged(
    z.object({
      type: z.enum(stakeKinds),
      address,
      /** Tokens, or pieces. */
      amount: tokens,
      /** Per cent. */
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
  /** The wallet that has it, or has staked it. */
  address,
  staked: z.boolean(),
  /** Per cent that it adds as it counts now; a stake counts once it has its confirmations. */
  rateBuff: z.number(),
});
export type Nft = z.output<typeof nft>;

export const nftList = defineCall("GET $boost/nft/list", {
  summary: "NFTs of the node's wallets, staked ones first, as the chain has it now.",
  can: "node",
  perMinute: 240,
  reply: z.array(nft),
});
export const nftIsStaked = defineCall("GET $boost/nft/isStake", {
  summary: "Whether any NFT of the node's wallets is staked.",
  can: "node",
  perMinute: 240,
  reply: z.object({ isStake: z.boolean() }),
});
export const bindNft = defineCall("POST $boost/nft/bind", {
  summary: "Reads from the chain which NFTs are staked and sets the node's rate by them.",
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
