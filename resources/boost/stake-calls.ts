/** NFTs and tokens that a node's wallet has staked or holds: read from the chain, they raise its rate. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { page, paged } from "./shapes.ts";

const tokens = z.string().check(z.regex(/^\d+(\.\d{1,18})?$/));
const stake = z.object({
  address: z.nullable(z.string()),
  staked: tokens,
  balance: tokens,
  /** Per cent that they add to the rate. */
  rateBuff: z.number(),
});

export const stakeInfo = defineCall("GET $boost/4ever/stake/info", {
  summary: "Tokens that the node's wallet has staked and holds, as the chain has it now.",
  can: "node",
  reply: stake,
});
export const stakeTotal = defineCall("GET $boost/4ever/stake/total", {
  summary: "Tokens that everybody has staked.",
  can: "anyone",
  reply: z.object({ total: tokens }),
});
export const stakeBalance = defineCall("GET $boost/4ever/stake/balance", {
  summary: "Tokens that the node's wallet holds.",
  can: "node",
  reply: z.object({ balance: tokens }),
});
export const bindStake = defineCall("POST $boost/4ever/stake/bind", {
  summary: "Reads the chain again and sets the node's rate by what stands there.",
  can: "node",
  log: false,
  perMinute: 10,
  reply: stake,
});
export const nodeTokens = defineCall("GET $boost/node/tokens", {
  summary: "Tokens by which the rate is raised: staked or held.",
  can: "node",
  query: z.extend(page(10), { type: z.optional(z.enum(["STAKED", "HELD"])) }),
  reply: paged(z.object({ type: z.enum(["STAKED", "HELD"]), amount: tokens, rateBuff: z.number() })),
});

const nft = z.object({
  tokenId: z.string(),
  name: z.string(),
  image: z.string(),
  staked: z.boolean(),
  rateBuff: z.number(),
});
export const nftList = defineCall("GET $boost/nft/list", {
  summary: "NFTs of the node's wallet, staked ones included.",
  can: "node",
  reply: z.array(nft),
});
export const nftIsStaked = defineCall("GET $boost/nft/isStake", {
  summary: "Whether any NFT of the node's wallet is staked.",
  can: "node",
  reply: z.object({ isStake: z.boolean() }),
});
export const bindNft = defineCall("POST $boost/nft/bind", {
  summary: "Reads from the chain which NFTs are staked and sets the node's rate by them.",
  can: "node",
  log: false,
  perMinute: 10,
  reply: z.array(nft),
});

export const stakeCalls = [stakeInfo, stakeTotal, stakeBalance, bindStake, nodeTokens, nftList, nftIsStaked, bindNft];
