/** Stake calls: on-chain state, counted stakes and immediate counting. */
import {
  nftRateBuff,
  nftsCounted,
  stakeTokensMin,
  tokenBuffMax,
} from "../../../../resources/boost/staking/stake-limits.ts";
import { tokenBuff } from "../../../../resources/boost/nodes/points.ts";
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
  type NodeToken,
} from "../../../../resources/boost/staking/stake-calls.ts";
import { decimalText } from "../../lib/decimals.ts";
import { stakeTerms, stakeTotal } from "../../../../resources/boost/staking/stake-terms.ts";
import { type WalletStake, buffRows } from "../../../../resources/boost/staking/staking.ts";
import { boostChain, chainOf } from "../../../../resources/chains/chains.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import { nodeRoute } from "../nodes/node-route.ts";
import { nodeOf } from "../nodes/nodes.ts";
import { ChainSilent, confirmedOf, stakeChainOf, stakeContracts, type StakeChain } from "./chain.ts";
import { saveStakes, storedStakes, type StakeReading, type StoredStake } from "./save-stakes.ts";
import { createGate, openChain, readStakes, walletsOf, type StakeDeps } from "./stakes.ts";
import { createHash } from "node:crypto";

export const stakeRoutes = (deps: StakeDeps): Route[] => {
  const gate = createGate();

  /** On-chain state to be counted. */
  const read = (db: Db, nodeId: string): Promise<StakeReading | undefined> =>
    gate(async () => {
      const chain = await openChain(deps);
      return chain && readStakes(deps, db, nodeId, chain);
    });

  const keep = async (trx: Trx, nodeId: string, reading: StakeReading | undefined): Promise<void> => {
    if (reading) await saveStakes(trx, deps.auth, nodeId, reading, deps.clock());
  };

  const bound = () =>
    inPhases({
      prepare: async ({ db, caller: { nodeId } }: Reading) => ({
        reading: await read(db, nodeId),
        now: await walletsNow(deps, await openChain(deps), db, nodeId),
      }),
      write: async ({ db, caller: { nodeId } }: Writing, { reading, now }) => {
        await keep(db, nodeId, reading);
        return presentStake(now, (await nodeOf(db, nodeId)).rate_buff);
      },
    });

  const routes = [
    route(stakeTerms, async () => terms(deps)),
    route(stakeTotal, async () => ({ total: tokens((await (await openChain(deps))?.total()) ?? 0n) })),
    nodeRoute(stakeInfo, ({ db, caller }) => stakeNow(deps, db, caller.nodeId)),
    nodeRoute(stakeBalance, async ({ db, caller }) => {
      const { balance } = await stakeNow(deps, db, caller.nodeId);
      return { balance };
    }),
    nodeRoute(bindStake, bound()),
    nodeRoute(tellStake, bound()),
    nodeRoute(
      countStake,
      inPhases({
        prepare: ({ db, caller, params }) => gate(() => findTransaction(deps, db, caller.nodeId, params.hash)),
        write: async ({ db, caller: { nodeId } }, { reading, ...found }) => {
          await keep(db, nodeId, reading);
          return { ...found, counted: reading !== undefined, rateBuff: perCent((await nodeOf(db, nodeId)).rate_buff) };
        },
      }),
    ),
    nodeRoute(nodeTokens, async ({ db, caller, query: { page, size, type } }) => {
      const all = presentTokens(await storedStakes(db, caller.nodeId)).filter((row) => !type || row.type === type);
      const content = all.slice((page - 1) * size, page * size);
      return { content, total: all.length, totalPages: Math.ceil(all.length / size) };
    }),
    nodeRoute(nftList, ({ db, caller }) => nftsNow(deps, db, caller.nodeId)),
    nodeRoute(nftIsStaked, async ({ db, caller }) => {
      const now = await walletsNow(deps, await openChain(deps), db, caller.nodeId);
      return { isStake: [...now.values()].some(({ nfts }) => nfts.length > 0) };
    }),
    nodeRoute(
      bindNft,
      inPhases({
        prepare: async ({ db, caller: { nodeId } }) => ({
          reading: await read(db, nodeId),
          found: await nftsFound(deps, db, nodeId),
        }),
        write: async ({ db, caller: { nodeId } }, { reading, found }) => {
          await keep(db, nodeId, reading);
          return presentNfts(found, await storedStakes(db, nodeId));
        },
      }),
    ),
  ];
  return routes.map(withSilenceError);
};

/** An unreachable chain is not a server error and changes nothing. */
const withSilenceError = ({ call, prepare, handler }: Route): Route => ({
  call,
  prepare: prepare && ((context) => prepare(context).catch(throwSilence)),
  handler: (context, prepared) => handler(context, prepared).catch(throwSilence),
});

const throwSilence = (error: unknown): never => {
  throw error instanceof ChainSilent ? new AppError("STAKE_CHAIN_SILENT") : error;
};

const terms = ({ evm }: StakeDeps) => {
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
    tokensMax: perCent(tokenBuffMax),
    perNft: perCent(nftRateBuff),
    nftsCounted,
    faucet: open !== undefined && evm.embedded,
  };
};

interface Reading {
  readonly db: Db;
  readonly caller: { readonly nodeId: string };
}
type Writing = Omit<Reading, "db"> & { readonly db: Trx };

const none: WalletStake = { staked: 0n, held: 0n, nfts: [] };

const walletsNow = async (
  deps: StakeDeps,
  chain: StakeChain | undefined,
  db: Db,
  nodeId: string,
): Promise<ReadonlyMap<string, WalletStake>> => {
  const addresses = await walletsOf(deps, db, nodeId);
  const stakes = addresses.map(async (address) => [address, (await chain?.stakeOf(address)) ?? none] as const);
  return new Map(await Promise.all(stakes));
};

const stakeNow = async (deps: StakeDeps, db: Db, nodeId: string): Promise<Stake> => {
  const now = await walletsNow(deps, await openChain(deps), db, nodeId);
  const { rate_buff } = await nodeOf(db, nodeId);
  return presentStake(now, rate_buff);
};

const nftsNow = async (deps: StakeDeps, db: Db, nodeId: string): Promise<Nft[]> =>
  presentNfts(await nftsFound(deps, db, nodeId), await storedStakes(db, nodeId));

const nftsFound = async (deps: StakeDeps, db: Db, nodeId: string): Promise<FoundNft[]> => {
  const chain = await openChain(deps);
  const now = await walletsNow(deps, chain, db, nodeId);
  const found = [...now].map(async ([address, { nfts }]): Promise<FoundNft[]> => {
    const held = (await chain?.heldNfts(address)) ?? [];
    return [
      ...nfts.map((id) => ({ id, address, staked: true })),
      ...held.map((id) => ({ id, address, staked: false })),
    ];
  });
  return (await Promise.all(found)).flat();
};

/**
 * Reads a transaction from the chain, with a reading once it counts. Throws NOT_FOUND, STAKE_FAILED, STAKE_OF_OTHERS, TOO_MANY_REQUESTS.
 */
const findTransaction = async (deps: StakeDeps, db: Db, nodeId: string, hash: string) => {
  const chain = /^0x[0-9a-fA-F]{64}$/.test(hash) ? await openChain(deps) : undefined;
  const receipt = await chain?.receipt(hash);
  if (!chain || !receipt) throw new AppError("NOT_FOUND");
  if (!receipt.succeeded) throw new AppError("STAKE_FAILED");
  if (receipt.stakers.length === 0) throw new AppError("NOT_FOUND");
  const own = new Set(await walletsOf(deps, db, nodeId));
  if (!receipt.stakers.some((address) => own.has(address))) throw new AppError("STAKE_OF_OTHERS");
  const head = await chain.head();
  const counted = receipt.blockNumber <= confirmedOf(chain.chain, head);
  const reading = counted ? await readStakes(deps, db, nodeId, chain) : undefined;
  const needed = chain.chain.confirmations;
  const confirmations = Math.max(0, Math.min(needed, head - receipt.blockNumber + 1));
  return { hash, confirmations, needed, reading };
};

/** Formats stakes and NFTs for responses. */
const tokenDecimals = 18;
const tokens = (amount: bigint): string => decimalText(amount, tokenDecimals);
/** Converts thousandths of a percent to percent. */
const perCent = (buff: number): number => buff / 1000;

/** `now`: by address, the account's primary wallet first. */
const presentStake = (now: ReadonlyMap<string, WalletStake>, rateBuff: number): Stake => {
  const sum = (amountOf: (stake: WalletStake) => bigint): string =>
    tokens([...now.values()].reduce((total, stake) => total + amountOf(stake), 0n));
  return {
    addresses: [...now.keys()],
    staked: sum(({ staked }) => staked),
    balance: sum(({ held }) => held),
    rateBuff: perCent(rateBuff),
  };
};

const presentTokens = (stored: readonly StoredStake[]): NodeToken[] =>
  buffRows(stored).map(({ wallet, kind, amount, buff }) => ({
    type: kind,
    address: wallet.address,
    amount: tokens(amount),
    rateBuff: perCent(buff),
  }));

interface FoundNft {
  readonly id: string;
  readonly address: string;
  readonly staked: boolean;
}

/** Staked ones first, then by id. `kept`: those that count. */
const presentNfts = (found: readonly FoundNft[], stored: readonly StoredStake[]): Nft[] => {
  const counted = new Set(stored.flatMap(({ nfts }) => nfts).slice(0, nftsCounted));
  return found
    .toSorted((one, other) => Number(other.staked) - Number(one.staked) || Number(one.id) - Number(other.id))
    .map(({ id, address, staked }) => ({
      tokenId: id,
      name: `Boost NFT #${id}`,
      image: nftImage(id),
      address,
      staked,
      rateBuff: perCent(counted.has(id) ? nftRateBuff : 0),
    }));
};

const rings = 5;

/** Returns an SVG data URI, since Boost NFTs have no image on-chain: a core inside rings of segments, with colors and gaps derived from the id. */
const nftImage = (id: string): string => {
  const bytes = createHash("sha256").update(`boost nft ${id}`).digest();
  const hue = (bytes.readUInt16BE(0) * 360) >> 16;
  const other = (hue + 60 + (bytes[2]! % 120)) % 360;
  const arcs = Array.from({ length: rings }, (_ring, index) => {
    const radius = 16 + index * 7;
    const segments = 2 + (bytes[3 + index]! % 7);
    const length = (2 * Math.PI * radius) / segments;
    const filled = length * (0.35 + (bytes[8 + index]! % 50) / 100);
    const turn = (bytes[13 + index]! * 360) >> 8;
    return (
      `<circle cx="60" cy="60" r="${radius}" stroke="hsl(${index % 2 ? other : hue} 85% ${58 + index * 4}%)" ` +
      `stroke-dasharray="${filled.toFixed(2)} ${(length - filled).toFixed(2)}" transform="rotate(${turn} 60 60)"/>`
    );
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><defs><radialGradient id="g">` +
    `<stop offset="0" stop-color="hsl(${hue} 70% 30%)"/><stop offset="1" stop-color="hsl(${other} 60% 9%)"/>` +
    `</radialGradient></defs><path fill="url(#g)" d="M0 0h120v120H0z"/>` +
    `<circle cx="60" cy="60" r="8" fill="hsl(${other} 95% 78%)"/>` +
    `<g fill="none" stroke-width="3.5" stroke-linecap="round">${arcs.join("")}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};
