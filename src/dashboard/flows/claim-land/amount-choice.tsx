import { useId } from "react";
import { claimPresets } from "../../../../resources/chain-limits.ts";
import { claimDigitsMax } from "../../../../resources/limits.ts";
import { classNames } from "../../lib/class-names.ts";
import styles from "./claim-land.module.css";
import type { ClaimEvent, ClaimState } from "./machine.ts";

interface AmountChoiceProps {
  readonly state: Pick<ClaimState, "preset" | "custom">;
  readonly onSend: (event: ClaimEvent) => void;
}

/** One of the amounts offered, or an amount of one's own in millions of LAND. */
export const AmountChoice = ({ state: { preset, custom }, onSend }: AmountChoiceProps) => {
  const name = useId();
  return (
    <fieldset className={styles.part}>
      <legend>Amount</legend>
      <div className={styles.amounts}>
        {claimPresets.map((millions) => (
          <label key={millions} className={classNames(styles.amount, millions === preset && styles.chosen)}>
            <input
              type="radio"
              className="fh-hidden"
              name={name}
              checked={millions === preset}
              aria-label={`${millions} million LAND`}
              onChange={() => onSend({ type: "choose-preset", millions })}
            />
            <b>{millions}M</b>
            <small>${millions}</small>
          </label>
        ))}
        <label className={classNames(styles.custom, preset === undefined && styles.chosen)}>
          <input
            className="fh-input"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Custom"
            aria-label="Custom amount in millions of LAND"
            maxLength={claimDigitsMax}
            value={custom}
            onChange={(event) => onSend({ type: "type-amount", typed: event.target.value })}
          />
          <span aria-hidden="true">million LAND</span>
        </label>
      </div>
    </fieldset>
  );
};
