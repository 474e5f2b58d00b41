import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ClaimLand } from "./claim-land.tsx";
import type { ClaimOptions } from "./use-claim.ts";

/** Claim LAND over the current page. Closes with a toast once LAND is credited. */
export const ClaimLandDialog = ({
  onClose,
  onCredited,
  ...options
}: ClaimOptions & { readonly onClose: () => void }) => {
  const finish = (): void => {
    onCredited?.();
    onClose();
  };
  return (
    <Dialog title="Claim LAND" width={600} onClose={onClose}>
      <ClaimLand {...options} onCredited={finish} />
    </Dialog>
  );
};
