import { useState } from "react";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import { Button } from "../../../ui/button.tsx";
import { DangerCard } from "../../../ui/danger-card.tsx";
import { EndingDialog } from "./ending-dialog.tsx";

/** Account deletion. */
export const EndingCard = ({ user }: { readonly user: UserInfo }) => {
  const [asking, setAsking] = useState(false);
  return (
    <DangerCard text="Deletes your account and your own team with all its content. Your wallets are not affected.">
      <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking && <EndingDialog user={user} onClose={() => setAsking(false)} />}
    </DangerCard>
  );
};
