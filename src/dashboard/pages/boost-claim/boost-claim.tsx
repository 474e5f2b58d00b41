import { lazy, Suspense } from "react";
import { useBoostHost } from "../../flows/boost/host.ts";
import { showConnectWallet } from "../../flows/session/show-connect-wallet.tsx";

interface BoostClaimProps {
  readonly onClose: () => void;
  /** Called when the LAND is credited. */
  readonly onCredited?: () => void;
}

const Browser = lazy(() =>
  import("../../flows/claim-land/claim-land-dialog.tsx").then(({ ClaimLandDialog }) => ({ default: ClaimLandDialog })),
);
const MiniApp = lazy(() =>
  import("../../flows/mini-app-claim/mini-claim-dialog.tsx").then(({ MiniClaimDialog }) => ({
    default: MiniClaimDialog,
  })),
);

/** Claim LAND dialog on a Boost page: with a wallet in a browser, with toncoin or Stars in the messaging app. */
export const BoostClaim = ({ onClose, onCredited = () => undefined }: BoostClaimProps) => {
  const { isMiniApp, userId, openInvoice } = useBoostHost();
  return (
    <Suspense>
      {isMiniApp ? (
        <MiniApp owner={userId} openInvoice={openInvoice} onClose={onClose} onCredited={onCredited} />
      ) : (
        <Browser source="boost" signIn={showConnectWallet} onClose={onClose} onCredited={onCredited} />
      )}
    </Suspense>
  );
};
