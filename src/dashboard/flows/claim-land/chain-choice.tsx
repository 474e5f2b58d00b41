import { useId } from "react";
import { chainOf, type ChainKey } from "../../../../resources/chains.ts";
import { classNames } from "../../lib/class-names.ts";
import styles from "./claim-land.module.css";

interface ChainChoiceProps {
  readonly offered: readonly ChainKey[];
  readonly chain: ChainKey | undefined;
  readonly onChoose: (chain: ChainKey) => void;
}

/** The chains of this cloud; the arrow keys move the choice. */
export const ChainChoice = ({ offered, chain, onChoose }: ChainChoiceProps) => {
  const name = useId();
  return (
    <fieldset className={styles.part}>
      <legend>Chain</legend>
      <div className={styles.chains}>
        {offered.map((key) => (
          <label key={key} className={classNames(styles.chain, key === chain && styles.chosen)}>
            <input
              type="radio"
              className="fh-hidden"
              name={name}
              checked={key === chain}
              onChange={() => onChoose(key)}
            />
            <span className={styles.coin} aria-hidden="true">
              {markOf(key)}
            </span>
            <span>{nameOf(key)}</span>
          </label>
        ))}
      </div>
      {chain === undefined && offered.length > 0 && (
        <p className={styles.note} role="status">
          Your wallet is on a network where LAND is not claimed. Please choose a chain.
        </p>
      )}
    </fieldset>
  );
};

const nameOf = (key: ChainKey): string => {
  const chain = chainOf(key)!;
  return chain.shortName ?? chain.name;
};

/** The first letters of a chain's words. */
const markOf = (key: ChainKey): string =>
  key
    .split("-")
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
