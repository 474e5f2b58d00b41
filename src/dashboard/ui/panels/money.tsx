import { type Amount, exactLand, moneyParts } from "../../../../resources/money.ts";
import { classNames } from "../../lib/class-names.ts";
import type { Tile } from "./tiles.tsx";
import styles from "./money.module.css";

interface MoneyProps {
  /** ×1e18. */
  readonly land: Amount;
  /** Shows the sign of a credit or debit; credits in green. */
  readonly signed?: boolean;
}

/** An amount of LAND: dollars, then LAND in muted text; the exact amount on hover. */
export const Money = ({ land, signed = false }: MoneyProps) => {
  const value = BigInt(land);
  const isCredit = signed && value > 0n;
  const isDebit = signed && value < 0n;
  const [dollars, beside] = moneyParts(isDebit ? -value : value);
  return (
    <span className={classNames(styles.money, isCredit && styles.credit)} title={exactLand(land)}>
      {isCredit && "+"}
      {isDebit && "−"}
      {dollars}
      {beside && (
        <>
          {" "}
          <small>· {beside}</small>
        </>
      )}
    </span>
  );
};

/** The same as the number of a tile. */
export const moneyTile = (land: Amount): Pick<Tile, "value" | "unit"> => {
  const [dollars, beside] = moneyParts(land);
  return { value: <span title={exactLand(land)}>{dollars}</span>, ...(beside !== undefined && { unit: beside }) };
};
