import { shortenAddress } from "../../lib/format/shorten.ts";
import { Segmented } from "../../ui/segmented.tsx";
import styles from "./claim-land.module.css";
import type { ClaimView } from "./use-claim.ts";

interface PayChoiceProps {
  readonly view: ClaimView;
  /** The chain's native coin. */
  readonly symbol: string | undefined;
}

/** Coin and wallet to pay with. */
export const PayChoice = ({ view, symbol = "Coin" }: PayChoiceProps) => {
  const { claim, state, payers = [], payer, account, choosePayer } = view;
  return (
    <div className={styles.pay}>
      <div className={styles.part}>
        <span className={styles.legend}>Pay with</span>
        <Segmented
          label="Pay with"
          value={state.coin}
          options={[
            { value: "native", label: symbol },
            { value: "usd", label: "US dollar coin" },
          ]}
          onChange={(coin) => claim.send({ type: "choose-coin", coin })}
        />
      </div>
      {payer && (
        <div className={styles.part}>
          <span className={styles.legend}>From</span>
          {payers.length > 1 ? (
            <Segmented
              label="Wallet"
              value={payer.key}
              options={payers.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={(key) => choosePayer(payers.find((wallet) => wallet.key === key)!)}
            />
          ) : (
            <span className={styles.wallet}>
              {payer.name}
              {account && <span className="fh-mono">{shortenAddress(account)}</span>}
            </span>
          )}
        </div>
      )}
    </div>
  );
};
