import { messages } from "../../../../resources/messages.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import type { SessionState } from "./machine.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import type { Session } from "./session.ts";
import { WalletPanel } from "./wallet-panel.tsx";

interface ConnectWalletDialogProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly wallets: readonly Wallet[];
}

/** The Connect Wallet dialog; drawn while a sign-in is under way. */
export const ConnectWalletDialog = ({ session, state, wallets }: ConnectWalletDialogProps) => {
  if (state.name === "idle") return null;
  return (
    <Dialog title={messages.walletConnectTitle} width={400} onClose={session.close}>
      {state.name === "choosing" && <p className="fh-muted">{messages.walletConnectText}</p>}
      <WalletPanel session={session} state={state} wallets={wallets} />
    </Dialog>
  );
};
