import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./mini-claim.module.css";
import type { WalletView } from "./wallet.ts";

interface WalletChoiceProps {
  readonly view: Extract<WalletView, { readonly name: "choosing" }>;
  readonly onChoose: (key: string) => void;
  readonly onBack: () => void;
}

/** Chooses the TON wallet that pays: a detected one, or one opened by a link. */
export const WalletChoice = ({ view: { choices, link }, onChoose, onBack }: WalletChoiceProps) => (
  <div className={styles.claim}>
    <p>Choose a toncoin wallet. You confirm the payment there.</p>
    <ul className={styles.wallets}>
      {choices.map(({ key, name, isHere }) => (
        <li key={key}>
          <button type="button" onClick={() => onChoose(key)}>
            {name}
            <span>{isHere ? "Ready" : "Opens the wallet"}</span>
            <Icon name="chevron" size={16} />
          </button>
        </li>
      ))}
    </ul>
    {link !== undefined && (
      <p className={styles.link}>
        <Spinner />
        <span>
          Waiting for your wallet.{" "}
          <a href={link} target="_blank" rel="noreferrer">
            Open it with this link{" "}
          </a>{" "}
          and approve the connection.
        </span>
      </p>
    )}
    <Button wide onClick={onBack}>
      Back
    </Button>
  </div>
);
