/** A node's earnings, computed in the browser with the server's arithmetic. */
import type { NodeInfo } from "../../../../../resources/boost/nodes/node-calls.ts";
import { claimable, grainsPerMicro, type Earning } from "../../../../../resources/boost/nodes/points.ts";
import { microPoints } from "../../../lib/format/points.ts";

type OnWire = Pick<
  NodeInfo,
  "baseRate" | "boosts" | "capacity" | "computed" | "computeTimestamp" | "protectExpiredAt" | "rateBuff"
>;

const thousandths = (value: number): number => Math.round(value * 1000);

/**
 * Converts a response. Responses are rounded down to whole micro-points, so the result never exceeds what the server
 * would give.
 */
export const earningOf = (info: OnWire): Earning => ({
  computed: microPoints(info.computed) * grainsPerMicro,
  computeTimestamp: info.computeTimestamp,
  baseRate: info.baseRate.map(({ rate, start }) => ({ rate: thousandths(rate), start })),
  boosts: info.boosts.map(({ rate, start, end }) => ({ rate: thousandths(rate), start, end })),
  rateBuff: thousandths(info.rateBuff),
  capacity: microPoints(String(info.capacity)),
  protectExpiredAt: info.protectExpiredAt,
});

/**
 * Returns the micro-points to show at a moment of the server's clock, in ms. The server counts whole seconds; this
 * interpolates from the second before, so it is smooth and never ahead of what collecting would give.
 */
export const shownAt = (earning: Earning, atMs: number): bigint => {
  const second = Math.floor(atMs / 1000);
  const before = claimable(earning, second - 1);
  return before + ((claimable(earning, second) - before) * BigInt(Math.floor(atMs - second * 1000))) / 1000n;
};
