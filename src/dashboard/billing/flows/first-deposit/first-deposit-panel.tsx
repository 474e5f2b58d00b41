import { useState } from "react";
import {
  firstDepositOfferSeconds,
  firstDepositPoints,
  firstDepositUsd,
} from "../../../../../resources/billing/deposits.ts";
import { classNames } from "../../../lib/class-names.ts";
import { Benefits, type Benefit } from "../../../ui/panels/benefits.tsx";
import { Button } from "../../../ui/button.tsx";
import { Countdown } from "../../../ui/states/countdown.tsx";
import styles from "./first-deposit.module.css";

interface FirstDepositPanelProps {
  /** Start of the offer, in Unix seconds. */
  readonly offeredAt: number;
  readonly onClose: (next?: "deposit") => void;
}

/** Benefits of the first deposit, with a higher bonus until the offer ends. */
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
        <p className="fh-muted">starting from ${firstDepositUsd}</p>
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
    text: "More storage, traffic and build time every month.",
  },
  {
    icon: "gift",
    title: `${inTime ? firstDepositPoints.inTime : firstDepositPoints.later} points`,
    text: inTime
      ? `Until the offer ends. Afterwards ${firstDepositPoints.later} points.`
      : "For your first deposit at any time.",
  },
  { icon: "globe", title: "Exclusive features", text: "Dedicated gateways with your own hostnames." },
];
