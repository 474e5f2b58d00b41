import type { Wallet } from "../../chains/wallets/discover.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./session.module.css";

/** A wallet's own icon as it announced it; else its initial. */
export const WalletMark = ({ wallet }: { readonly wallet: Wallet }) => (
  <span className={styles.mark} aria-hidden="true">
    <MarkContent wallet={wallet} />
  </span>
);

const MarkContent = ({ wallet: { icon, name, walletType } }: { readonly wallet: Wallet }) => {
  if (icon?.startsWith("data:image/")) return <img src={icon} alt="" width={24} height={24} />;
  return walletType === "DEV" ? <Icon name="wallet" /> : name.charAt(0);
};
