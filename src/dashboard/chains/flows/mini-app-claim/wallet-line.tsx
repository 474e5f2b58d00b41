import { TonConnectUIProvider, useTonAddress, useTonConnectUI, type TonConnectUI } from "@tonconnect/ui-react";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { shortenAddress } from "../../../lib/format/shorten.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./mini-claim.module.css";

/** Shows the connected wallet, and an action to disconnect it; only lazy chunks import this file. */
export const WalletLine = ({ ui }: { readonly ui: TonConnectUI }) => (
  <TonConnectUIProvider instance={ui}>
    <ConnectedWallet />
  </TonConnectUIProvider>
);

const ConnectedWallet = () => {
  const [ui] = useTonConnectUI();
  const address = useTonAddress();
  const disconnect = useWork(() => ui.disconnect().catch(() => undefined), { done: chainMessages.disconnected });
  if (address === "") return null;
  return (
    <div className={styles.wallet}>
      <span>
        From <span className="fh-mono">{shortenAddress(address)}</span>
      </span>
      <Button size="small" busy={disconnect.acting} onClick={() => void disconnect.act()}>
        Disconnect
      </Button>
      <small>{chainMessages.claimTrouble}</small>
    </div>
  );
};
