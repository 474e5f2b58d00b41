import { useState } from "react";
import type { SolanaNode } from "../../../flows/bind-solana/link.ts";
import { reloadUser } from "../../../flows/bind-solana/reload-user.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { toast } from "../../../ui/toast.ts";
import { BySignature } from "./by-signature.tsx";
import { ByTransaction } from "./by-transaction.tsx";

interface LinkSolanaDialogProps {
  readonly node: SolanaNode;
  readonly euid: string;
  readonly onClose: () => void;
}

const ways = [
  { value: "signature", label: "Sign a message" },
  { value: "transaction", label: "Send a transaction" },
] as const;

/** Two ways to prove ownership of an address. The second is for wallets that can't sign messages. */
export const LinkSolanaDialog = ({ node, euid, onClose }: LinkSolanaDialogProps) => {
  const [way, setWay] = useState<(typeof ways)[number]["value"]>("signature");
  const linked = () => {
    toast("Solana address linked");
    reloadUser();
    onClose();
  };
  return (
    <Dialog title="Link Solana address" onClose={onClose}>
      <div className="fh-stack">
        {node.voteAccount !== "" && <Segmented label="Method" options={ways} value={way} onChange={setWay} />}
        {way === "signature" ? (
          <BySignature node={node} onLinked={linked} />
        ) : (
          <ByTransaction node={node} euid={euid} onLinked={linked} />
        )}
      </div>
    </Dialog>
  );
};
