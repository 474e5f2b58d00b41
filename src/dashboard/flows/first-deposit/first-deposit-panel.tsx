import { useState } from "react";
import { firstDepositOfferSeconds, firstDepositPoints } from "../../../../resources/billing/deposits.ts";
import { classNames } from "../../lib/class-names.ts";
import { Benefits, type Benefit } from "../../ui/benefits.tsx";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import styles from "./first-deposit.module.css";

interface FirstDepositPanelProps {
  /** Since when it is offered, Unix seconds. */
  readonly offeredAt: number;
  readonly onClose: (next?: "deposit") => void;
}

/** What the first deposit brings; more of it until the offer ends. */
export const FirstDepositPanel = ({ offeredAt, onClose }: FirstDepositPanelProps) => {
  const endsAt = offeredAt + firstDepositOfferSeconds;
  const [inTime, setInTime] = useState(() => Date.now() < endsAt * 1000);
  return (
    <div className={styles.panel}>
      {inTime && (
        <p className={styles.countdown}>
          Ends in <Countdown endsAtSeconds={endsAt} onTimeOver={() => setInTime(false)} />
        </p>
      )}
      <Benefits benefits={benefits(inTime)} />
      <div className={classNames("fh-form-actions", styles.actions)}>
        <p className="fh-muted">starting from $1</p>
        <Button onClick={() => onClose()}>Give up the benefits</Button>
        <Button kind="primary" onClick={() => onClose("deposit")}>
          Deposit now
        </Button>
      </div>
    </div>
  );
};

const benefits = (inTime: boolean): readonly Benefit[] => [
  {
    icon: "rocket",
    title: "Free upgrade to standard user",
    text: "Larger packages of storage, bandwidth and build time, each month anew.",
  },
  {
    icon: "gift",
    title: `${inTime ? firstDepositPoints.inTime : firstDepositPoints.later} points`,
    text: inTime
      ? `Until the offer ends; ${firstDepositPoints.later} points afterwards.`
      : "For your first deposit, whenever you make it.",
  },
  { icon: "globe", title: "Exclusive features", text: "Dedicated gateways with host names of your own are unlocked." },
];
