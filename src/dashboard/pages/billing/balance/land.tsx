import { formatLand, formatLandExactly } from "../../../lib/format/land.ts";

/** An amount of LAND in short; to the last unit under the pointer. */
export const Land = ({ amount }: { readonly amount: string | bigint }) => (
  <span title={`${formatLandExactly(amount)} LAND`}>{`${formatLand(amount)} LAND`}</span>
);
