import { starDiscount } from "../../../../resources/billing/mini-limits.ts";
import { formatLandDollars } from "../../lib/format/land.ts";
import type { MiniAsset } from "./effects.ts";
import styles from "./mini-claim.module.css";

interface PriceLineProps {
  /** ×1e18. */
  readonly land: bigint;
  readonly asset: MiniAsset | undefined;
}

/** The price in dollars; the exact coin amount appears after ordering, valid for a minute. */
export const PriceLine = ({ land, asset }: PriceLineProps) => {
  const { numerator, denominator } = starDiscount;
  return (
    <p className={styles.price} aria-live="polite">
      <span>You pay</span>
      <b>
        {asset === "STAR" && <s aria-label={`instead of ${formatLandDollars(land)}`}>{formatLandDollars(land)}</s>}{" "}
        {formatLandDollars(asset === "STAR" ? (land * numerator) / denominator : land)}{" "}
        {asset === "STAR" ? "in Stars" : "in toncoin, at the current rate + 5%"}
      </b>
    </p>
  );
};
