import { useEffect, useRef } from "react";
import { assets } from "../../../../resources/billing/deposit-calls.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { send } from "../../api/client.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useCached } from "../../ui/use-cached.ts";
import styles from "./claim-land.module.css";
import type { ClaimStep } from "./machine.ts";
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
  // Of the user's own team, where it is credited.
  const balance = useCached({
    queryKey: ["own-land"],
    queryFn: () => send(assets, { personal: true, silent: true }),
    gcTime: 0,
  }).data?.land;
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
