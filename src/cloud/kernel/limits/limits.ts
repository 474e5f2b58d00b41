/**
 * Limits of units per window, such as calls per minute, that all processes count together.
 *
 * A process takes units ahead, as a lease of a share of the limit, so that requests need no query: at most 20 leases per caller and
 * minute, at most four for windows of seconds. The first share of each window is free of leases, so that callers far below a limit cost
 * nothing. In a window, n processes therefore admit at most n - 1 free shares above the limit, and what exceeds it counts in the next
 * window; shares that a process took and didn't use are lost, so a caller that changes processes may be refused that much below it.
 * Limits smaller than a share are exact.
 */
import { inBackground } from "../../engines/database/background.ts";
import { networkOf } from "../../engines/network/client.ts";

export interface Limit {
  /** The same in every process, and different from other limits. */
  readonly name: string;
  /** Units per window. */
  readonly max: number;
  readonly windowMs: number;
}

export interface Limits {
  /** Whether other processes count with this one. */
  readonly isShared: boolean;
  /**
   * Takes units of a caller: an IP address (an IPv6 /64 counts as one) or an ID. Returns 0, or the milliseconds to wait if the window
   * has too few left, in which case nothing is taken. Takes more units than the limit if the window is untouched. Returns a promise
   * only if another lease is needed.
   */
  take(limit: Limit, caller: string, units?: number): number | Promise<number>;
  /** Returns the number of callers in memory. */
  size(): number;
}

export interface Ask {
  readonly limit: Limit;
  readonly caller: string;
  /** Units wanted. */
  readonly units: number;
  /** Units that this process has used in the window without a lease. */
  readonly used: number;
}

export interface Lease {
  /** Units granted, up to those wanted. */
  readonly units: number;
  /** Milliseconds until the shared window ends. */
  readonly endsInMs: number;
}

/** Counts of all processes, in the database or Redis. */
export interface SharedCounts {
  /** Answers each request, in the same order. The callers of one limit are different. */
  lease(asks: readonly Ask[]): Promise<readonly Lease[]>;
}

interface Options {
  /** Without it, this process counts alone. */
  readonly shared?: SharedCounts | undefined;
  /** Callers in memory, about 300 bytes each; then the least recently counted is dropped. */
  readonly callersMax?: number;
  /** Time limit of a lease; after it, this process counts alone for a second. */
  readonly leaseMsMax?: number;
  /** Milliseconds; monotonic, because a wall clock that is set back would extend windows. */
  readonly now?: () => number;
}

interface Window {
  readonly limit: Limit;
  readonly caller: string;
  endsAt: number;
  left: number;
  /** Units that this process may use in the window, so far. */
  allotted: number;
  /** Units that waiting requests need, and the most that one of them needs. */
  wanted: number;
  largest: number;
  /** The shared counts include this process. */
  isShared: boolean;
  /** The shared window has no more units. */
  isUsedUp: boolean;
  leasing: Promise<void> | undefined;
}

const longWindowMs = 10_000;
const aloneMs = 1000;

/** Returns the share of a limit that is leased at once. */
const shareOf = ({ max, windowMs }: Limit): number => Math.max(1, Math.floor(max / (windowMs < longWindowMs ? 4 : 20)));

const freeOf = (limit: Limit): number => {
  const share = shareOf(limit);
  return share > 1 ? share : 0;
};

export const createLimits = ({
  shared,
  callersMax = 100_000,
  leaseMsMax = 1000,
  now = () => performance.now(),
}: Options = {}): Limits => {
  /** Least recently counted first. */
  const windows = new Map<string, Window>();
  let waiting = new Set<Window>();
  let leasing: Promise<void> | undefined;
  let aloneUntil = -Infinity;

  const windowOf = (limit: Limit, caller: string): Window => {
    const key = `${limit.name} ${caller}`;
    const known = windows.get(key);
    windows.delete(key);
    const window = known && known.endsAt > now() ? known : opened(limit, caller);
    if (windows.size >= callersMax) windows.delete(windows.keys().next().value!);
    windows.set(key, window);
    return window;
  };

  const opened = (limit: Limit, caller: string): Window => {
    const isAlone = shared === undefined || now() < aloneUntil;
    const allotted = isAlone ? limit.max : freeOf(limit);
    return {
      limit,
      caller,
      endsAt: now() + limit.windowMs,
      left: allotted,
      allotted,
      wanted: 0,
      largest: 0,
      isShared: false,
      isUsedUp: isAlone,
      leasing: undefined,
    };
  };

  const askOf = (window: Window): Ask => {
    const { limit, caller, left, wanted, largest, isShared } = window;
    const units = Math.max(shareOf(limit), Math.min(wanted, limit.max) - left, largest - left);
    const used = isShared ? 0 : freeOf(limit);
    Object.assign(window, { isShared: true, largest: 0 });
    return { limit, caller, units, used };
  };

  const give = (window: Window, units: number): void => {
    window.left += units;
    window.allotted += units;
  };

  /** Requests leases one after the other, each for all windows that need one by then. */
  const leaseWaiting = async (): Promise<void> => {
    await leasing;
    const asking = [...waiting];
    waiting = new Set();
    const asks = asking.map(askOf);
    try {
      const leases = await withTimeout(
        inBackground(() => shared!.lease(asks)),
        leaseMsMax,
      );
      for (const [index, window] of asking.entries()) {
        const { units, endsInMs } = leases[index]!;
        give(window, units);
        window.isUsedUp = units < asks[index]!.units;
        window.endsAt = now() + endsInMs;
      }
    } catch {
      // Each process has the limit for itself, until all can count together again.
      aloneUntil = now() + aloneMs;
      for (const window of asking) {
        give(window, Math.max(0, window.limit.max - window.allotted));
        window.isUsedUp = true;
      }
    }
    for (const window of asking) window.leasing = undefined;
  };

  const lease = (window: Window): Promise<void> => {
    if (window.leasing) return window.leasing;
    waiting.add(window);
    if (waiting.size === 1) leasing = leaseWaiting();
    window.leasing = leasing;
    return leasing!;
  };

  const spend = (window: Window, units: number): boolean => {
    const { limit, left, allotted, isUsedUp } = window;
    const takesAll = isUsedUp && units > limit.max && left === allotted && allotted >= limit.max;
    if (left < units && !takesAll) return false;
    window.left = Math.max(0, left - units);
    return true;
  };

  const takeLeased = async (limit: Limit, caller: string, units: number): Promise<number> => {
    for (;;) {
      const window = windowOf(limit, caller);
      if (spend(window, units)) return 0;
      if (window.isUsedUp) return waitOf(window);
      window.wanted += units;
      window.largest = Math.max(window.largest, units);
      await lease(window);
      window.wanted -= units;
    }
  };

  const waitOf = ({ endsAt }: Window): number => Math.max(1, Math.ceil(endsAt - now()));

  return {
    isShared: shared !== undefined,
    take: (limit, address, units = 1) => {
      const caller = networkOf(address);
      const window = windowOf(limit, caller);
      if (spend(window, units)) {
        const share = shareOf(limit);
        // Leased before it is needed, so that few requests wait for a lease.
        if (share > 1 && window.left < share / 2 && !window.isUsedUp) void lease(window);
        return 0;
      }
      return window.isUsedUp ? waitOf(window) : takeLeased(limit, caller, units);
    },
    size: () => windows.size,
  };
};

const withTimeout = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Leasing units of a limit timed out.")), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
