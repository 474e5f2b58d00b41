import { returnAfterSignIn } from "../../flows/boost/return-here.ts";
import { prefetchConnectWallet, showConnectWallet } from "../../flows/session/show-connect-wallet.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Signs in without leaving the page, and comes back to it. Wallets' code is loaded when it is wanted. */
export const connect = async (): Promise<boolean> => {
  const stay = returnAfterSignIn();
  const signedIn = await showConnectWallet();
  if (!signedIn) stay();
  return signedIn;
};

interface ConnectButtonProps {
  readonly size?: "small" | "large";
  readonly wide?: boolean;
}

/** 'Connect Wallet', where one is logged out. */
export const ConnectButton = ({ size, wide = false }: ConnectButtonProps) => (
  <button
    type="button"
    className={`fh-button is-primary ${size ? `is-${size}` : ""} ${wide ? "is-wide" : ""}`}
    onClick={() => void connect()}
    onPointerEnter={prefetchConnectWallet}
    onFocus={prefetchConnectWallet}
  >
    <Icon name="wallet" size={16} />
    Connect Wallet
  </button>
);
