/**
 * The arithmetic of nodes: earnings, balances and losses. Pure functions of whole numbers, used by the server to decide and by the browser
 * to animate.
 *
 * Points are bigint ×1e6 (micro-points), rates whole thousandths of a point per hour, the buff whole thousandths of a percent, times whole
 * Unix seconds. A node rounds nothing internally: it counts in grains, 360,000 per micro-point, so that grains = rate × seconds × (100,000
 * + rateBuff) is always whole. Only whole micro-points leave a node; the rest stays in it.
 */
import { heldTokenBuff, stakedTokenBuff, stakeTokensMin } from "../staking/stake-limits.ts";

export interface BaseRate {
  readonly rate: number;
  readonly start: number;
}

export interface Boost extends BaseRate {
  readonly end: number;
  /** A daily sign-in boost: only one runs at a time. */
  readonly of?: "sign";
}

export interface Earning {
  /** Grains at `computeTimestamp`; later earnings follow from the rates. */
  readonly computed: bigint;
  readonly computeTimestamp: number;
  readonly baseRate: readonly BaseRate[];
  readonly boosts: readonly Boost[];
  readonly rateBuff: number;
  /** Micro-points at which earning stops until some are collected. */
  readonly capacity: bigint;
  /** Until then others can't take points; -1 if never protected. */
  readonly protectExpiredAt: number;
}

export const pointUnit = 1_000_000n;
export const grainsPerMicro = 360_000n;
const buffWhole = 100_000n;
const exploredPerMilleMax = 500n;

/** A node without a base rate earns nothing, even with boosts. */
export const isLocked = ({ baseRate }: Pick<Earning, "baseRate">): boolean => baseRate.length === 0;

/** Seconds of [from, to) within [start, end). */
const overlap = (from: number, to: number, start: number, end: number): bigint =>
  BigInt(Math.max(0, Math.min(to, end) - Math.max(from, start)));

/**
 * min(capacity, computed + Σ rate × seconds since its start × (1 + rateBuff/100)), in grains; boosts count until their end. For a time
 * before `computeTimestamp`, returns the amount stored at that time.
 */
const grainsAt = (node: Earning, at: number): bigint => {
  const { computed, computeTimestamp: from, baseRate, boosts, rateBuff, capacity } = node;
  const earned = (rates: readonly (BaseRate & Partial<Boost>)[]): bigint =>
    rates.reduce((sum, { rate, start, end = at }) => sum + BigInt(rate) * overlap(from, at, start, end), 0n);
  const since = isLocked(node) ? 0n : earned(baseRate) + earned(boosts);
  const full = capacity * grainsPerMicro;
  const grains = computed + since * (buffWhole + BigInt(rateBuff));
  // Reducing the capacity doesn't remove points already there.
  if (computed >= full) return computed;
  return grains < full ? grains : full;
};

/** Micro-points that can be collected. */
export const claimable = (node: Earning, at: number): bigint => grainsAt(node, at) / grainsPerMicro;

/** Current rates, by kind and total, in micro-points per hour: (base + boosts) × (1 + rateBuff/100), rounded down. */
export const ratesAt = (
  node: Earning,
  at: number,
): { readonly base: bigint; readonly boost: bigint; readonly total: bigint } => {
  const running = (rates: readonly (BaseRate & Partial<Boost>)[]): bigint =>
    rates.reduce((sum, { rate, start, end = Infinity }) => sum + (start <= at && at < end ? BigInt(rate) : 0n), 0n);
  const [base, boost] = isLocked(node) ? [0n, 0n] : [running(node.baseRate), running(node.boosts)];
  const perHour = 1000n;
  return {
    base: base * perHour,
    boost: boost * perHour,
    total: ((base + boost) * perHour * (buffWhole + BigInt(node.rateBuff))) / buffWhole,
  };
};

/** The node settled up to `at`. Call this before any change, so that it applies from then on. */
export const settled = (node: Earning, at: number): Earning => {
  if (at <= node.computeTimestamp) return node;
  return {
    ...node,
    computed: grainsAt(node, at),
    computeTimestamp: at,
    boosts: node.boosts.filter(({ end }) => end > at),
  };
};

const without = (node: Earning, micro: bigint): Earning => ({
  ...node,
  computed: node.computed - micro * grainsPerMicro,
});

/** Removes all whole micro-points; collecting again immediately returns 0. */
export const collect = (node: Earning, at: number): { readonly node: Earning; readonly collected: bigint } => {
  const counted = settled(node, at);
  const collected = counted.computed / grainsPerMicro;
  return { node: without(counted, collected), collected };
};

/** Limits of an exploration besides its share, in micro-points. */
export interface ExploreBounds {
  /** What others took since the last collect: together at most half of the earnings since then. */
  readonly lost?: bigint;
  /** The found amount: an upper limit. */
  readonly found?: bigint;
}

/**
 * Takes min(available × perMille / 1000, (available − lost) / 2, found), rounded down, with perMille at most 500; nothing from a node that
 * is protected or has no base rate.
 */
export const explore = (
  node: Earning,
  at: number,
  perMille: number,
  { lost = 0n, found }: ExploreBounds = {},
): { readonly node: Earning; readonly taken: bigint } => {
  const counted = settled(node, at);
  const share = BigInt(perMille) < exploredPerMilleMax ? BigInt(perMille) : exploredPerMilleMax;
  if (node.protectExpiredAt > at || share <= 0n || isLocked(node)) return { node: counted, taken: 0n };
  const there = counted.computed;
  const bounds = [
    (there * share) / (1000n * grainsPerMicro),
    (there - lost * grainsPerMicro) / (2n * grainsPerMicro),
    ...(found === undefined ? [] : [found]),
  ];
  const taken = bounds.reduce((least, bound) => (bound < least ? bound : least));
  if (taken <= 0n) return { node: counted, taken: 0n };
  return { node: without(counted, taken), taken };
};

/** Protects for `seconds` from now; replaces existing protection and does not add to it. */
export const protectedFor = (node: Earning, at: number, seconds: number): Earning => ({
  ...node,
  protectExpiredAt: at + seconds,
});

/** An inviter's share of an invitee's collected points: 5%, rounded down. The invitee loses nothing. */
export const inviterShare = (collected: bigint): bigint => (collected * 5n) / 100n;

/** Thousandths of a point per hour of a daily sign-in: 1 point/h if free, 10 × day with LAND, at most 70. */
export const dailySignRate = (day: number, withClaim: boolean): number =>
  withClaim ? Math.min(70, 10 * day) * 1000 : 1000;

/** Thousandths of a percent: 0.005% per staked token from 100 on, 0.002% per held token. */
export const tokenBuff = ({ staked, held }: { readonly staked: number; readonly held: number }): number =>
  (staked >= stakeTokensMin ? Math.floor(staked) * stakedTokenBuff : 0) + Math.floor(held) * heldTokenBuff;
