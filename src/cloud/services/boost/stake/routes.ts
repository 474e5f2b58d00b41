/** Calls about stakes: what the chain has, what counts, and letting it count at once. */
import { nftRateBuff, nftsCounted, stakeTokensMin } from "../../../../../resources/boost/stake-limits.ts";
import { tokenBuff } from "../../../../../resources/boost/points.ts";
import {
  bindNft,
  bindStake,
  countStake,
  nftIsStaked,
  nftList,
  nodeTokens,
  stakeBalance,
  stakeInfo,
  tellStake,
  type Nft,
  type Stake,
} from "../../../../../resources/boost/stake-calls.ts";
import { stakeTerms, stakeTotal } from "../../../../../resources/boost/stake-terms.ts";
import { type WalletStake } from "../../../../../resources/boost/staking.ts";
import { boostChain, chainOf } from "../../../../../resources/chains.ts";
import { AppError } from "../../../app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { route, type Route } from "../../route.ts";
import { nodeRoute } from "../node-route.ts";
import { nodeOf } from "../nodes.ts";
import { ChainSilent, confirmedOf, stakeChainOf, stakeContracts, type StakeChain } from "./chain.ts";
import { keptStakes } from "./keep-stakes.ts";
import { perCent, presentNfts, presentStake, presentTokens, tokens, type FoundNft } from "./present.ts";
import { createGate, openChain, readStakes, walletsOf, type StakeParts } from "./stakes.ts";

export const stakeRoutes = (parts: StakeParts): Route[] => {
  const gate = createGate();

  /** Lets what stands on the chain count. */
  const bind = (db: Trx, nodeId: string): Promise<void> =>
    gate(async () => {
      const chain = await openChain(parts);
      if (chain) await readStakes(parts, db, nodeId, chain);
    });

  const bound = async ({ db, caller }: { readonly db: Trx; readonly caller: { readonly nodeId: string } }) => {
    await bind(db, caller.nodeId);
    return stakeNow(parts, db, caller.nodeId);
  };

  const routes = [
    route(stakeTerms, async () => terms(parts)),
    route(stakeTotal, async () => ({ total: tokens((await (await openChain(parts))?.total()) ?? 0n) })),
    nodeRoute(stakeInfo, ({ db, caller }) => stakeNow(parts, db, caller.nodeId)),
    nodeRoute(stakeBalance, async ({ db, caller }) => {
      const { balance } = await stakeNow(parts, db, caller.nodeId);
      return { balance };
    }),
    nodeRoute(bindStake, bound),
    nodeRoute(tellStake, bound),
    nodeRoute(countStake, ({ db, caller, params }) =>
      gate(() => countTransaction(parts, db, caller.nodeId, params["hash"]!)),
    ),
    nodeRoute(nodeTokens, async ({ db, caller, query: { page, size, type } }) => {
      const all = presentTokens(await keptStakes(db, caller.nodeId)).filter((row) => !type || row.type === type);
      const content = all.slice((page - 1) * size, page * size);
      return { content, total: all.length, totalPages: Math.ceil(all.length / size) };
    }),
    nodeRoute(nftList, ({ db, caller }) => nftsNow(parts, db, caller.nodeId)),
    nodeRoute(nftIsStaked, async ({ db, caller }) => {
      const now = await walletsNow(parts, await openChain(parts), db, caller.nodeId);
      return { isStake: [...now.values()].some(({ nfts }) => nfts.length > 0) };
    }),
    nodeRoute(bindNft, async ({ db, caller }) => {
      await bind(db, caller.nodeId);
      return nftsNow(parts, db, caller.nodeId);
    }),
  ];
  return routes.map(sayingWhenSilent);
};

/** A chain that does not answer is no fault of ours, and nothing is changed by it. */
const sayingWhenSilent = ({ call, handler }: Route): Route => ({
  call,
  handler: (context) =>
    handler(context).catch((error: unknown) => {
      throw error instanceof ChainSilent ? new AppError("STAKE_CHAIN_SILENT") : error;
    }),
});

const terms = ({ evm }: StakeParts) => {
  const open = stakeChainOf(evm);
  const { chainId, confirmations } = open ?? chainOf(boostChain)!;
  const contracts = open && Object.fromEntries(stakeContracts.map((name) => [name, open.contracts[name]!]));
  return {
    chain: boostChain,
    chainName: chainOf(boostChain)!.name,
    chainId,
    contracts: (contracts as Record<(typeof stakeContracts)[number], string> | undefined) ?? null,
    confirmations,
    perStakedToken: perCent(tokenBuff({ staked: stakeTokensMin, held: 0 }) / stakeTokensMin),
    perHeldToken: perCent(tokenBuff({ staked: 0, held: 1 })),
    stakedTokensMin: stakeTokensMin,
    perNft: perCent(nftRateBuff),
    nftsCounted,
    faucet: open !== undefined && evm.embedded,
  };
};

const none: WalletStake = { staked: 0n, held: 0n, nfts: [] };

const walletsNow = async (
  parts: StakeParts,
  chain: StakeChain | undefined,
  db: Db,
  nodeId: string,
): Promise<ReadonlyMap<string, WalletStake>> => {
  const addresses = await walletsOf(parts, db, nodeId);
  const stakes = addresses.map(async (address) => [address, (await chain?.stakeOf(address)) ?? none] as const);
  return new Map(await Promise.all(stakes));
};

const stakeNow = async (parts: StakeParts, db: Db, nodeId: string): Promise<Stake> => {
  const now = await walletsNow(parts, await openChain(parts), db, nodeId);
  const { rate_buff } = await nodeOf(db, nodeId);
  return presentStake(now, rate_buff);
};

const nftsNow = async (parts: StakeParts, db: Db, nodeId: string): Promise<Nft[]> => {
  const chain = await openChain(parts);
  const [now, kept] = await Promise.all([walletsNow(parts, chain, db, nodeId), keptStakes(db, nodeId)]);
  const found = [...now].map(async ([address, { nfts }]): Promise<FoundNft[]> => {
    const held = (await chain?.heldNfts(address)) ?? [];
    return [
      ...nfts.map((id) => ({ id, address, staked: true })),
      ...held.map((id) => ({ id, address, staked: false })),
    ];
  });
  return presentNfts((await Promise.all(found)).flat(), kept);
};

/** Throws NOT_FOUND, STAKE_FAILED, STAKE_OF_OTHERS, TOO_MANY_REQUESTS. */
const countTransaction = async (parts: StakeParts, db: Trx, nodeId: string, hash: string) => {
  const chain = /^0x[0-9a-fA-F]{64}$/.test(hash) ? await openChain(parts) : undefined;
  const receipt = await chain?.receipt(hash);
  if (!chain || !receipt) throw new AppError("NOT_FOUND");
  if (!receipt.succeeded) throw new AppError("STAKE_FAILED");
  if (receipt.stakers.length === 0) throw new AppError("NOT_FOUND");
  const own = new Set(await walletsOf(parts, db, nodeId));
  if (!receipt.stakers.some((address) => own.has(address))) throw new AppError("STAKE_OF_OTHERS");
  const head = await chain.head();
  const counted = receipt.blockNumber <= confirmedOf(chain.chain, head);
  if (counted) await readStakes(parts, db, nodeId, chain);
  const needed = chain.chain.confirmations;
  const confirmations = Math.max(0, Math.min(needed, head - receipt.blockNumber + 1));
  const { rate_buff } = await nodeOf(db, nodeId);
  return { hash, confirmations, needed, counted, rateBuff: perCent(rate_buff) };
};
