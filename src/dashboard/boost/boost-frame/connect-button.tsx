import { returnAfterSignIn } from "../flows/boost/return-here.ts";
import { Icon } from "../../ui/icon.tsx";

/** Wallet code loads on demand. */
const load = () => import("../../account/flows/session/show-connect-wallet.tsx");
const prefetch = () => void load().then(({ prefetchConnectWallet }) => prefetchConnectWallet());

/** Signs in without leaving the page. */
export const connect = async (): Promise<boolean> => {
  const stay = returnAfterSignIn();
  const signedIn = await (await load()).showConnectWallet();
  if (!signedIn) stay();
  return signedIn;
};

interface ConnectButtonProps {
  readonly size?: "small" | "large";
  readonly wide?: boolean;
}

/** Connect wallet button for signed-out visitors. */
export const ConnectButton = ({ size, wide = false }: ConnectButtonProps) => (
  <button
    type="button"
    className={`fh-button is-primary ${size ? `is-${size}` : ""} ${wide ? "is-wide" : ""}`}
    onClick={() => void connect()}
    onPointerEnter={prefetch}
    onFocus={prefetch}
  >
    <Icon name="wallet" size={16} />
    Connect wallet
  </button>
);
