import { useState } from "react";
import { formatWhole } from "../../lib/format/count.ts";
import { formatLand, formatLandExactly, oneLand } from "../../lib/format/land.ts";
import { Button } from "../../ui/button.tsx";
import { BoostClaim } from "../boost-claim/boost-claim.tsx";
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
  /** There is more of it. */
  readonly onCredited: () => void;
}

/** What the balance is beside a price, and the way to more when it is too small. */
export const Balance = ({ price, land, isShort = false, onCredited }: PriceProps) => {
  const [claims, setClaims] = useState(false);
  const lacks = isShort || (land !== undefined && land < price * oneLand);
  return (
    <div className={styles.balance}>
      <span>
        Balance:{" "}
        {land === undefined ? "…" : <span title={`${formatLandExactly(land)} LAND`}>{formatLand(land)} LAND</span>}
        {lacks && " — too little for this."}
      </span>
      {lacks && (
        <Button size="small" icon="wallet" onClick={() => setClaims(true)}>
          Claim LAND
        </Button>
      )}
      {claims && (
        <BoostClaim
          onCredited={onCredited}
          onClose={() => {
            setClaims(false);
            // What was paid in Stars is credited by itself.
            onCredited();
          }}
        />
      )}
    </div>
  );
};
