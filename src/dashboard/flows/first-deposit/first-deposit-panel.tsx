import { useState } from "react";
import { firstDepositOfferSeconds, firstDepositPoints } from "../../../../resources/billing/deposits.ts";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
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
      <ul className={styles.benefits}>
        {benefits(inTime).map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <strong>{title}</strong>
              <span>{text}</span>
            </div>
          </li>
        ))}
      </ul>
      <p className="fh-muted">starting from $1</p>
      <div className="fh-form-actions">
        <Button onClick={() => onClose()}>Give up the benefits</Button>
        <Button kind="primary" onClick={() => onClose("deposit")}>
          Deposit now
        </Button>
      </div>
    </div>
  );
};

interface Benefit {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

const benefits = (inTime: boolean): readonly Benefit[] => [
  {
    icon: "rocket",
    title: "Free upgrade to standard user",
    text: "Larger packages of storage, bandwidth and build time, each month anew.",
  },
  {
    icon: "plus",
    title: `${inTime ? firstDepositPoints.inTime : firstDepositPoints.later} points`,
    text: inTime
      ? `Until the offer ends; ${firstDepositPoints.later} points afterwards.`
      : "For your first deposit, whenever you make it.",
  },
  { icon: "globe", title: "Exclusive features", text: "Dedicated gateways with host names of your own are unlocked." },
];
