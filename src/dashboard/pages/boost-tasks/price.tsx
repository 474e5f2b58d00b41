import { pageHref } from "../../../../resources/href.ts";
import { claim } from "../../../../resources/pages.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { formatLand, formatLandExactly, oneLand } from "../../lib/format/land.ts";
import { LinkButton } from "../../ui/button.tsx";
import styles from "./tasks.module.css";

/** Whole LAND as it stands on a price: "50,000 LAND". */
export const landWords = (land: bigint | string): string => `${formatWhole(Number(land))} LAND`;

interface PriceProps {
  /** Whole LAND. */
  readonly price: bigint;
  /** What there is, ×1e18; undefined while it is not known. */
  readonly land: bigint | undefined;
  /** The cloud has refused for want of LAND. */
  readonly isShort?: boolean;
}

/** What the balance is beside a price, and the way to more when it is too small. */
export const Balance = ({ price, land, isShort = false }: PriceProps) => {
  const lacks = isShort || (land !== undefined && land < price * oneLand);
  return (
    <div className={styles.balance}>
      <span>
        Balance:{" "}
        {land === undefined ? "…" : <span title={`${formatLandExactly(land)} LAND`}>{formatLand(land)} LAND</span>}
        {lacks && " — too little for this."}
      </span>
      {lacks && (
        <LinkButton size="small" icon="wallet" to={pageHref(claim)}>
          Claim LAND
        </LinkButton>
      )}
    </div>
  );
};
