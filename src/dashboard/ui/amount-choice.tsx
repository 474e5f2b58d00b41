import { useId } from "react";
import { claimDigitsMax } from "../../../resources/limits.ts";
import { classNames } from "../lib/class-names.ts";
import styles from "./amount-choice.module.css";

interface AmountChoiceProps {
  /** Millions of LAND on offer. */
  readonly presets: readonly number[];
  /** The chosen one; undefined while an amount of one's own is typed. */
  readonly preset: number | undefined;
  readonly custom: string;
  readonly onPreset: (millions: number) => void;
  readonly onCustom: (typed: string) => void;
}

/** One of the amounts offered, or an amount of one's own in millions of LAND. */
export const AmountChoice = ({ presets, preset, custom, onPreset, onCustom }: AmountChoiceProps) => {
  const name = useId();
  return (
    <fieldset className={styles.part}>
      <legend>Amount</legend>
      <div className={styles.amounts}>
        {presets.map((millions) => (
          <label key={millions} className={classNames(styles.amount, millions === preset && styles.chosen)}>
            <input
              type="radio"
              className="fh-hidden"
              name={name}
              checked={millions === preset}
              aria-label={`${millions} million LAND`}
              onChange={() => onPreset(millions)}
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
            onChange={(event) => onCustom(event.target.value)}
          />
          <span aria-hidden="true">million LAND</span>
        </label>
      </div>
    </fieldset>
  );
};
