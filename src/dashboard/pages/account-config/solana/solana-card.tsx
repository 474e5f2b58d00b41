import { useState } from "react";
import { unlinkSolana } from "../../../../../resources/account/solana.ts";
import { useUser } from "../../../flows/account/use-user.ts";
import { reloadUser } from "../../../flows/bind-solana/use-solana.ts";
import { useSolanaNode } from "../../../flows/bind-solana/use-solana.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { LinkSolanaDialog } from "./link-dialog.tsx";

/** The user's Solana address. */
export const SolanaCard = () => {
  const user = useUser();
  const node = useSolanaNode();
  const [linking, setLinking] = useState(false);
  const { act, acting } = useAct(unlinkSolana, { done: "Solana address unlinked", onDone: reloadUser });
  if (!user || !node) return null;
  const { solana } = user;

  const unlink = async () => {
    const text = "Programs can no longer find this account by your Solana address.";
    if (await dialogs.confirm({ title: "Unlink Solana address?", text, ok: "Unlink", danger: true })) await act();
  };

  return (
    <Card
      title="Solana address"
      text="Proves that you own a Solana address. Free."
      actions={
        solana ? (
          <Button busy={acting} onClick={() => void unlink()}>
            Unlink
          </Button>
        ) : (
          <Button onClick={() => setLinking(true)}>Link address</Button>
        )
      }
    >
      {solana ? (
        <CopyText text={solana.address} label="Solana address" />
      ) : (
        <p className="fh-muted">No address linked.</p>
      )}
      {linking && <LinkSolanaDialog node={node} euid={user.euid} onClose={() => setLinking(false)} />}
    </Card>
  );
};
