import { useState } from "react";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import { Button } from "../../../ui/button.tsx";
import { DangerCard } from "../../../ui/danger-card.tsx";
import { EndingDialog } from "./ending-dialog.tsx";

/** The account's end. */
export const EndingCard = ({ user }: { readonly user: UserInfo }) => {
  const [asking, setAsking] = useState(false);
  return (
    <DangerCard text="Deletes your account and your own team with everything in it. Your wallets stay yours.">
      <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking && <EndingDialog user={user} onClose={() => setAsking(false)} />}
    </DangerCard>
  );
};
