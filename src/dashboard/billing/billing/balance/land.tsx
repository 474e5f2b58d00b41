import { formatLand, formatLandExactly } from "../../../lib/format/land.ts";

/** A short amount of LAND, exact on hover. */
export const Land = ({ amount }: { readonly amount: string | bigint }) => (
  <span title={`${formatLandExactly(amount)} LAND`}>{`${formatLand(amount)} LAND`}</span>
);
