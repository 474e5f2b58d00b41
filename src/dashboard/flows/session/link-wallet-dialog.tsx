import { useState } from "react";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { linkEffects } from "./link-effects.ts";
import { createMergeEffects } from "./merge-effects.tsx";
import styles from "./session.module.css";
import { useSession } from "./use-session.ts";
import { WalletPanel } from "./wallet-panel.tsx";

interface LinkWalletDialogProps {
  /** Whether to merge with the wallet's existing account; otherwise the wallet is refused. */
  readonly merges?: boolean;
  readonly onLinked: () => void;
  readonly onClose: () => void;
}

/** Selects another wallet of the signed-in user and has it sign the link message. */
export const LinkWalletDialog = ({ merges = false, onLinked, onClose }: LinkWalletDialogProps) => {
  const [effects] = useState(() => (merges ? createMergeEffects() : linkEffects));
  const { session, state, wallets } = useSession(onLinked, effects);
  return (
    <Dialog title="Link wallet" onClose={onClose}>
      {(state.name === "idle" || state.name === "choosing") && (
        <p className={styles.lead}>
          Choose a wallet you own. If it holds several accounts, switch to the one to link first.
          {merges && " If that wallet has an account here, you can merge this one into it."}
        </p>
      )}
      {wallets ? (
        <WalletPanel session={session} state={state} wallets={wallets} failedTitle="Wallet not linked" />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  );
};
