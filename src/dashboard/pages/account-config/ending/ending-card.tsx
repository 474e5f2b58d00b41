import { useState } from "react";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import styles from "./ending.module.css";
import { EndingDialog } from "./ending-dialog.tsx";

/** The account's end. */
export const EndingCard = ({ user }: { readonly user: UserInfo }) => {
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Danger zone">
      <div className={styles.danger}>
        <p>Deletes your account and your own team with everything in it. Your wallets stay yours.</p>
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      {asking && <EndingDialog user={user} onClose={() => setAsking(false)} />}
    </Card>
  );
};
