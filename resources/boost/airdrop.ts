/** Shares of an airdrop: pure functions of whole numbers. */

/** How long after its moment a snapshot is taken: what was under way at that moment has been written by then. Seconds. */
export const snapshotSettleSeconds = 60;

/**
 * Each node's share of `total` by its points: floor(total × points / all points), so that the shares never come to more than the total. Who
 * has none, or less, gets nothing and is not counted.
 */
export const airdropShares = (total: bigint, points: readonly bigint[]): bigint[] => {
  const counted = points.map((one) => (one > 0n ? one : 0n));
  const all = counted.reduce((sum, one) => sum + one, 0n);
  return counted.map((one) => (all === 0n ? 0n : (total * one) / all));
};
