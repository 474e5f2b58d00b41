import { useEffect, useRef } from "react";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./claim-land.module.css";
import type { ClaimStep } from "./machine.ts";
import { useOwnBalance } from "./use-own-balance.ts";
import { wholeLand } from "./whole-land.ts";

interface CreditedProps {
  readonly step: Extract<ClaimStep, { readonly name: "credited" }>;
  readonly onAgain: () => void;
  readonly onClose: (() => void) | undefined;
}

/** The server credited it. */
export const Credited = ({ step, onAgain, onClose }: CreditedProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const balance = useOwnBalance();
  return (
    <div className={styles.credited}>
      <span className={styles.tick} aria-hidden="true">
        <Icon name="check" size={26} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {chainMessages.landClaimed}
      </h2>
      <p>
        <b>{wholeLand(step.land)} LAND</b> added to your account.{" "}
        {balance !== undefined && ` Your balance is ${wholeLand(balance)} LAND.`}
      </p>
      <p className={styles.note}>
        Transaction <CopyText text={step.hash} shown={shortenHash(step.hash)} label="transaction" />
      </p>
      <div className="fh-row">
        <Button onClick={onAgain}>Claim more</Button>
        {onClose && (
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
    </div>
  );
};
