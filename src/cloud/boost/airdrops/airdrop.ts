/** Shares of an airdrop: pure functions of whole numbers. */

/** Delay between the snapshot time and the calculation, in seconds, so that pending writes are included. */
export const snapshotSettleSeconds = 60;

/**
 * Each node's share of `total` by its points: floor(total × points / all points), so that the sum never exceeds the total. Nodes without
 * points get nothing and are not counted.
 */
export const airdropShares = (total: bigint, points: readonly bigint[]): bigint[] => {
  const counted = points.map((one) => (one > 0n ? one : 0n));
  const all = counted.reduce((sum, one) => sum + one, 0n);
  return counted.map((one) => (all === 0n ? 0n : (total * one) / all));
};
