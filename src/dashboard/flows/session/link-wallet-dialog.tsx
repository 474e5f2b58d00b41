import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { linkEffects } from "./link-effects.ts";
import styles from "./session.module.css";
import { useSession } from "./use-session.ts";
import { WalletPanel } from "./wallet-panel.tsx";

interface LinkWalletDialogProps {
  readonly onLinked: () => void;
  readonly onClose: () => void;
}

/** Chooses a further wallet of the person who is signed in, and has it sign that it is the same person's. */
export const LinkWalletDialog = ({ onLinked, onClose }: LinkWalletDialogProps) => {
  const { session, state, wallets } = useSession(onLinked, linkEffects);
  return (
    <Dialog title="Link wallet" onClose={onClose}>
      {(state.name === "idle" || state.name === "choosing") && (
        <p className={styles.lead}>
          Choose a wallet that is yours. If it holds several accounts, pick the one to link in the wallet first.
        </p>
      )}
      {wallets ? (
        <WalletPanel session={session} state={state} wallets={wallets} failedTitle="Not linked yet" />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  );
};
