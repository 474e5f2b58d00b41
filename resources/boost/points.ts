/**
 * What a node earns, holds and can lose: all of Boost's arithmetic. Pure functions of whole numbers, by which the server decides and the
 * browser animates.
 *
 * Points are bigint ×1e6 (micro-points), rates whole thousandths of a point per hour, the buff whole thousandths of a per cent, times whole
 * Unix seconds. Within a node nothing is rounded: it counts in grains, of which 360,000 make a micro-point, so that
 *   grains = rate × seconds × (100,000 + rateBuff)
 * is whole for any of them. Only whole micro-points leave a node; the rest stays in it.
 */

export interface BaseRate {
  readonly rate: number;
  readonly start: number;
}

export interface Boost extends BaseRate {
  readonly end: number;
}

export interface Earning {
  /** Grains that were there at `computeTimestamp`; what came since follows from the rates. */
  readonly computed: bigint;
  readonly computeTimestamp: number;
  readonly baseRate: readonly BaseRate[];
  readonly boosts: readonly Boost[];
  readonly rateBuff: number;
  /** Micro-points at which nothing is earned any more until some are collected. */
  readonly capacity: bigint;
  /** Until then nobody can take any; -1 for never protected. */
  readonly protectExpiredAt: number;
}

export const pointUnit = 1_000_000n;
const grainsPerMicro = 360_000n;
const buffWhole = 100_000n;
const exploredPerMilleMax = 500n;

/** A node without a base rate earns nothing, whatever its boosts. */
export const isLocked = ({ baseRate }: Pick<Earning, "baseRate">): boolean => baseRate.length === 0;

/** Seconds of [from, to) within [start, end). */
const overlap = (from: number, to: number, start: number, end: number): bigint =>
  BigInt(Math.max(0, Math.min(to, end) - Math.max(from, start)));

/**
 * min(capacity, computed + Σ rate × seconds since its start × (1 + rateBuff/100)), in grains; boosts count until their end. An earlier time
 * than `computeTimestamp` gives what was there then.
 */
const grainsAt = (node: Earning, at: number): bigint => {
  const { computed, computeTimestamp: from, baseRate, boosts, rateBuff, capacity } = node;
  const earned = (rates: readonly (BaseRate & Partial<Boost>)[]): bigint =>
    rates.reduce((sum, { rate, start, end = at }) => sum + BigInt(rate) * overlap(from, at, start, end), 0n);
  const since = isLocked(node) ? 0n : earned(baseRate) + earned(boosts);
  const full = capacity * grainsPerMicro;
  const grains = computed + since * (buffWhole + BigInt(rateBuff));
  // What was there before a capacity shrank is not lost by it.
  if (computed >= full) return computed;
  return grains < full ? grains : full;
};

/** Micro-points that can be collected. */
export const claimable = (node: Earning, at: number): bigint => grainsAt(node, at) / grainsPerMicro;

/** Of rates that run at a time, by kind and together, in micro-points per hour: (base + boosts) × (1 + rateBuff/100), rounded down. */
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

/** The same node, counted up to `at`: done before anything of it changes, so that a change acts from then on. */
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

/** Takes all whole micro-points out; collecting again at once gives none. */
export const collect = (node: Earning, at: number): { readonly node: Earning; readonly collected: bigint } => {
  const counted = settled(node, at);
  const collected = counted.computed / grainsPerMicro;
  return { node: without(counted, collected), collected };
};

/** What bounds an exploration beside its share, in micro-points. */
export interface ExploreBounds {
  /** What others took since the node last collected: all of them together take no more than half of what came since. */
  readonly lost?: bigint;
  /** What was found: no more than that is taken. */
  readonly found?: bigint;
}

/**
 * Takes min(there × perMille / 1000, (there − lost) / 2, found), rounded down, perMille being 500 at most; nothing of a node that is
 * protected, or has no base rate.
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

/** Protects for `seconds` from now: it replaces what protection there is, and is not added to it. */
export const protectedFor = (node: Earning, at: number, seconds: number): Earning => ({
  ...node,
  protectExpiredAt: at + seconds,
});

/** An inviter's share of what an invitee collects: 5 of 100, rounded down. Nothing is taken from the invitee. */
export const inviterShare = (collected: bigint): bigint => (collected * 5n) / 100n;

/** Thousandths of a point per hour that a daily sign brings: 1 point/h alone, 10 × day with a claim of LAND, 70 at most. */
export const dailySignRate = (day: number, withClaim: boolean): number =>
  withClaim ? Math.min(70, 10 * day) * 1000 : 1000;

/** Thousandths of a per cent: staked tokens 0.005 % each from 100 on, those that are only held 0.002 %. */
export const tokenBuff = ({ staked, held }: { readonly staked: number; readonly held: number }): number =>
  (staked >= 100 ? Math.floor(staked) * 5 : 0) + Math.floor(held) * 2;

/** Millionths of a US dollar for micro-points: 100 points are 0.1 dollars, rounded down. */
export const cashOf = (micro: bigint): bigint => micro / 1000n;
