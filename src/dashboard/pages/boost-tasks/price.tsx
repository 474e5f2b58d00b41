import { useState } from "react";
import { formatWhole } from "../../lib/format/count.ts";
import { formatLand, formatLandExactly, oneLand } from "../../lib/format/land.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { BoostClaim } from "../boost-claim/boost-claim.tsx";
import styles from "./tasks.module.css";

/** Formats whole LAND as a price: "50,000 LAND". */
export const landLabel = (land: bigint | string): string => `${formatWhole(Number(land))} LAND`;

/** Whether a balance, ×1e18, is known and smaller than a price in whole LAND. */
export const lacksLand = (land: bigint | undefined, price: bigint): boolean =>
  land !== undefined && land < price * oneLand;

/** Asks before LAND is spent. */
export const confirmLand = (question: {
  readonly title: string;
  readonly text: string;
  readonly ok: string;
}): Promise<boolean> => dialogs.confirm(question);

interface PriceProps {
  /** Whole LAND. */
  readonly price: bigint;
  /** The balance, ×1e18; undefined while loading. */
  readonly land: bigint | undefined;
  /** The cloud has refused for want of LAND. */
  readonly isShort?: boolean;
  /** There is more of it. */
  readonly onCredited: () => void;
}

/** The balance next to a price, with a button to claim more when it is too low. */
export const Balance = ({ price, land, isShort = false, onCredited }: PriceProps) => {
  const [claims, setClaims] = useState(false);
  const lacks = isShort || lacksLand(land, price);
  return (
    <div className={styles.balance}>
      <span>
        Balance:{" "}
        {land === undefined ? "…" : <span title={`${formatLandExactly(land)} LAND`}>{formatLand(land)} LAND</span>}
        {lacks && " (not enough)"}
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
            // Star payments are credited automatically.
            onCredited();
          }}
        />
      )}
    </div>
  );
};
