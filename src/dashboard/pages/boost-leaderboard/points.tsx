import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";

/** Points to two decimals; exactly where they are pointed at. */
export const Points = ({ points }: { readonly points: string }) => (
  <span title={`${formatPointsExactly(points)} points`}>{formatPoints(points)}</span>
);
