import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { ClaimLand } from "./claim-land.tsx";
import type { ClaimOptions } from "./use-claim.ts";

/** Claim LAND over the page that needs it. */
export const ClaimLandDialog = ({ onClose, ...options }: ClaimOptions & { readonly onClose: () => void }) => (
  <Dialog title="Claim LAND" width={600} onClose={onClose}>
    <ClaimLand {...options} onClose={onClose} />
  </Dialog>
);
