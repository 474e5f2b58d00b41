import { useId } from "react";
import { claimStepLand } from "../../../../resources/limits.ts";
import { landUnit, moneyParts } from "../../../../resources/money.ts";
import { classNames } from "../../lib/class-names.ts";
import styles from "./amount-choice.module.css";

interface AmountChoiceProps {
  /** Preset amounts in millions of LAND. */
  readonly presets: readonly number[];
  /** The selected amount; undefined while a custom amount is entered. */
  readonly preset: number | undefined;
  readonly custom: string;
  readonly onPreset: (millions: number) => void;
  readonly onCustom: (typed: string) => void;
}

const partsOf = (millions: number | string) => moneyParts(BigInt(millions) * claimStepLand * landUnit);

/** Choice of preset amounts or a custom amount in millions of LAND, which are dollars. */
export const AmountChoice = ({ presets, preset, custom, onPreset, onCustom }: AmountChoiceProps) => {
  const name = useId();
  return (
    <fieldset className={styles.part}>
      <legend>Amount</legend>
      <div className={styles.amounts}>
        {presets.map((millions) => {
          const [dollars, land] = partsOf(millions);
          return (
            <label key={millions} className={classNames(styles.amount, millions === preset && styles.chosen)}>
              <input
                type="radio"
                className="fh-hidden"
                name={name}
                checked={millions === preset}
                aria-label={`${dollars}, ${land}`}
                onChange={() => onPreset(millions)}
              />
              <b>{dollars.replace(/\.00$/, "")}</b>
              <small>{land}</small>
            </label>
          );
        })}
        <label className={classNames(styles.custom, preset === undefined && styles.chosen)}>
          <span aria-hidden="true">$</span>
          <input
            className="fh-input"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Custom"
            aria-label="Custom amount in dollars"
            value={custom}
            onChange={(event) => onCustom(event.target.value)}
          />
          <small aria-hidden="true">{/^\d+$/.test(custom) && partsOf(custom)[1]}</small>
        </label>
      </div>
    </fieldset>
  );
};
