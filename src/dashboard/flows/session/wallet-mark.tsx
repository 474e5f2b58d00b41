import type { Wallet } from "../../chains/wallets/discover.ts";
import { BrandLogo } from "../../ui/brand-logo.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./session.module.css";

/** Logo of a known brand, else the icon that the wallet announced, or its initial. */
export const WalletMark = ({ wallet }: { readonly wallet: Wallet }) => (
  <span className={styles.mark} aria-hidden="true">
    <MarkContent wallet={wallet} />
  </span>
);

const MarkContent = ({ wallet: { icon, logo, name, walletType } }: { readonly wallet: Wallet }) => {
  if (logo !== undefined) return <BrandLogo name={logo} />;
  if (icon?.startsWith("data:image/")) return <img src={icon} alt="" width={24} height={24} />;
  return walletType === "DEV" ? <Icon name="wallet" /> : name.charAt(0);
};
