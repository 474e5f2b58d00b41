import type { Wallet } from "../../chains/wallets/discover.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./session.module.css";
import { WalletMark } from "./wallet-mark.tsx";

interface WalletListProps {
  readonly wallets: readonly Wallet[];
  readonly onChoose: (wallet: Wallet) => void;
}

/** The wallets to choose from. */
export const WalletList = ({ wallets, onChoose }: WalletListProps) => (
  <ul className={styles.wallets}>
    {wallets.map((wallet) => (
      <li key={wallet.key}>
        <button type="button" className={styles.wallet} onClick={() => onChoose(wallet)}>
          <WalletMark wallet={wallet} />
          <span className={styles.name}>{wallet.name}</span>
          <small>{noteFor(wallet)}</small>
          <Icon name="chevron" size={16} />
        </button>
      </li>
    ))}
  </ul>
);

const noteFor = (wallet: Wallet): string => {
  if (wallet.walletType === "DEV") return "Built in, no installation";
  return wallet.provider ? "Installed" : "Not installed";
};
