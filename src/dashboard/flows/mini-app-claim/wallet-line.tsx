import { useState } from "react";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./mini-claim.module.css";

interface WalletLineProps {
  readonly address: string;
  readonly onDisconnect: () => Promise<void>;
}

/** Shows the paying wallet, and an action to disconnect it. */
export const WalletLine = ({ address, onDisconnect }: WalletLineProps) => {
  const [busy, setBusy] = useState(false);
  const disconnect = async (): Promise<void> => {
    setBusy(true);
    await onDisconnect().catch(() => undefined);
    toast(chainMessages.disconnected);
  };
  return (
    <div className={styles.wallet}>
      <span>
        From <span className="fh-mono">{shortenAddress(address)}</span>
      </span>
      <Button size="small" busy={busy} onClick={() => void disconnect()}>
        Disconnect
      </Button>
      <small>{chainMessages.claimTrouble}</small>
    </div>
  );
};
