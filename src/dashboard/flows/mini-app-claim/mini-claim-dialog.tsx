import { Dialog } from "../../ui/dialogs/dialog.tsx";
import type { MiniClaimDeps } from "./browser-effects.ts";
import { MiniClaim } from "./mini-claim.tsx";

/** Claim LAND in the messaging app's mini app: by Toncoin or by Stars. */
export const MiniClaimDialog = (props: MiniClaimDeps) => (
  <Dialog title="Claim LAND" width={500} onClose={props.onClose}>
    <MiniClaim {...props} />
  </Dialog>
);
