import { chainMessages } from "../../../../resources/chain-messages.ts";
import { toShort } from "../../lib/format/decimal.ts";
import { formatLandExactly } from "../../lib/format/land.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { StepList } from "../../ui/step-list.tsx";
import type { MiniStep } from "./claim.ts";
import styles from "./mini-claim.module.css";

interface UnderWayProps {
  readonly step: Exclude<MiniStep, { readonly name: "choosing" | "failed" }>;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

const nano = 10n ** 9n;
const places = ["connecting", "ordering", "signing", "waiting"] as const;

/** Progress of a claim. */
export const ClaimProgress = ({ step, onAgain, onClose }: UnderWayProps) => {
  if (step.name === "credited")
    return (
      <div className={styles.credited}>
        <Icon name="check" size={28} />
        <h3>{chainMessages.landClaimed}</h3>
        <p>
          <b>{formatLandExactly(step.land)} LAND</b> added to your account.
        </p>
        <div className="fh-row">
          <Button onClick={onAgain}>Claim more</Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    );
  if (step.name === "invoice")
    return (
      <div className={styles.claim} role="status">
        <p>
          Confirm the payment of <b>{step.order.stars} Stars</b> in the messaging app for{" "}
          {formatLandExactly(step.order.land)} LAND.
        </p>
      </div>
    );
  const confirm =
    step.name === "signing"
      ? `Confirm ${toShort(BigInt(step.order.amountNano), nano, 9)} TON in your wallet within a minute`
      : "Confirm in your wallet";
  return (
    <div className={styles.claim}>
      <StepList
        steps={["Connect your wallet", "Get the current rate", confirm, "Wait for the chain"]}
        at={places.indexOf(step.name)}
      />
      {step.name === "waiting" && (
        <p className={styles.note}>You can leave this page. LAND is credited once the payment is confirmed.</p>
      )}
    </div>
  );
};
