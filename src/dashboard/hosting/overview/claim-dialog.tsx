import { ClaimLandDialog } from "../../chains/flows/claim-land/claim-land-dialog.tsx";
import { showConnectWallet } from "../../account/flows/session/show-connect-wallet.tsx";

interface ClaimDialogProps {
  readonly onCredited: () => void;
  readonly onClose: () => void;
}

/** Dialog to claim LAND on the overview. */
export const ClaimDialog = (props: ClaimDialogProps) => (
  <ClaimLandDialog source="overview" signIn={showConnectWallet} {...props} />
);
