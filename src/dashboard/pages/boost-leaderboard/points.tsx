import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";

/** Points with two decimals, exact on hover. */
export const Points = ({ points }: { readonly points: string }) => (
  <span title={`${formatPointsExactly(points)} points`}>{formatPoints(points)}</span>
);
