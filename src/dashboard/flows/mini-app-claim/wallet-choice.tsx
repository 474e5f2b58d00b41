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

/** Which wallet of TON pays: one that is here, or one that a link opens. */
export const WalletChoice = ({ view: { choices, link }, onChoose, onBack }: WalletChoiceProps) => (
  <div className={styles.claim}>
    <p>Choose the wallet that holds your toncoin. It will ask you before anything is paid.</p>
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
            Open it by this link
          </a>{" "}
          and agree there.
        </span>
      </p>
    )}
    <Button wide onClick={onBack}>
      Back
    </Button>
  </div>
);
