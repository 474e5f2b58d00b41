import { useId } from "react";
import { chainOf, type ChainKey } from "../../../../../resources/chains/chains.ts";
import { classNames } from "../../../lib/class-names.ts";
import { BrandLogo } from "../../../ui/page/brand-logo.tsx";
import styles from "./claim-land.module.css";

interface ChainChoiceProps {
  readonly offered: readonly ChainKey[];
  readonly chain: ChainKey | undefined;
  readonly onChoose: (chain: ChainKey) => void;
}

/** The configured chains; arrow keys change the selection. */
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
            <BrandLogo name={key} />
            <span>{nameOf(key)}</span>
          </label>
        ))}
      </div>
      {chain === undefined && offered.length > 0 && (
        <p className={styles.note} role="status">
          LAND isn't available on your wallet's network. Choose a chain.
        </p>
      )}
    </fieldset>
  );
};

const nameOf = (key: ChainKey): string => {
  const chain = chainOf(key)!;
  return chain.shortName ?? chain.name;
};
