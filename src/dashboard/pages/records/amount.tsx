import { classNames } from "../../lib/class-names.ts";
import { formatLand, formatLandExactly } from "../../lib/format/land.ts";
import styles from "./records.module.css";
import { formatSigned } from "./labels.ts";

/** A short LAND amount, exact on hover. */
export const Amount = ({ land }: { readonly land: string | bigint }) => (
  <span title={`${formatLandExactly(land)} LAND`}>{formatLand(land)}</span>
);

/** A signed LAND amount. */
export const SignedAmount = ({ land }: { readonly land: string | bigint }) => (
  <span className={classNames(BigInt(land) > 0n && styles.in)} title={`${formatLandExactly(land)} LAND`}>
    {formatSigned(String(land))}
  </span>
);
