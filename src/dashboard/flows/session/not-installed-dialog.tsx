import { chainMessages } from "../../../../resources/chain-messages.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";

interface NotInstalledDialogProps {
  readonly wallet: Wallet;
  readonly onCancel: () => void;
}

/** A chosen wallet is missing: where to get it, or back. */
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
    Install it as an extension of this browser, then reload this page and choose it again.
  </Dialog>
);
