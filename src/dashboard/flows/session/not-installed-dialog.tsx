import { chainMessages } from "../../../../resources/chain-messages.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";

interface NotInstalledDialogProps {
  readonly wallet: Wallet;
  readonly onCancel: () => void;
}

/** The selected wallet is not installed: install it or go back. */
export const NotInstalledDialog = ({ wallet, onCancel }: NotInstalledDialogProps) => (
  <Dialog
    title={chainMessages.walletNotInstalled.replace("{wallet}", wallet.name)}
    onClose={onCancel}
    footer={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        {wallet.installUrl && (
          <LinkButton kind="primary" icon="external" to={wallet.installUrl}>
            Install
          </LinkButton>
        )}
      </>
    }
  >
    Install the browser extension, reload this page, and choose the wallet again.
  </Dialog>
);
