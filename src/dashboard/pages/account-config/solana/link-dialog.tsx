import { useState } from "react";
import { bindMemo } from "../../../../../resources/account/solana.ts";
import type { SolanaNode } from "../../../flows/bind-solana/link.ts";
import { reloadUser, useLinkSolana, useSolanaWallets } from "../../../flows/bind-solana/use-solana.ts";
import { formatCount } from "../../../lib/format/count.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { toast } from "../../../ui/toast.ts";
import styles from "./solana.module.css";

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

interface BySignatureProps {
  readonly node: SolanaNode;
  readonly onLinked: () => void;
}

/** Wallets that can sign. */
const BySignature = ({ node, onLinked }: BySignatureProps) => {
  const wallets = useSolanaWallets(node);
  const { busy, problem, sign } = useLinkSolana(node, onLinked);
  if (wallets.length === 0)
    return (
      <Empty
        icon="wallet"
        title="No Solana wallet found"
        text="Install a Solana wallet and try again, or link by transaction."
      />
    );
  return (
    <>
      <p>Your wallet shows a message that names this site. Signing it is free and sends no transaction.</p>
      {problem && (
        <Banner kind="danger" title="Couldn't link the address">
          {problem}
        </Banner>
      )}
      <ul className={styles.wallets}>
        {wallets.map((wallet) => (
          <li key={wallet.key}>
            <Button busy={busy} onClick={() => sign(wallet)}>
              {wallet.icon?.startsWith("data:image/") && <img src={wallet.icon} alt="" width={20} height={20} />}
              {wallet.name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
};

interface ByTransactionProps {
  readonly node: SolanaNode;
  readonly euid: string;
  readonly onLinked: () => void;
}

/** For wallets that can't sign messages: any payment to the vote account, with the account's memo. */
const ByTransaction = ({ node, euid, onLinked }: ByTransactionProps) => {
  const { busy, problem, seen, missing, lookUp } = useLinkSolana(node, onLinked);
  return (
    <>
      <p>
        Send any amount from your address to the account below, with this memo. The paying address is linked.{" "}
        {node.embedded && " Local Solana devnet: its lamports have no value."}
      </p>
      <DescriptionList
        facts={[
          { label: "Vote account", value: <CopyText text={node.voteAccount} label="vote account" /> },
          { label: "Memo", value: <CopyText text={bindMemo(euid)} label="memo" /> },
        ]}
      />
      {problem && (
        <Banner kind="danger" title="Couldn't link the address">
          {problem}
        </Banner>
      )}
      {missing && (
        <Banner title="Transaction not found yet">
          No transaction to this account has the memo. Finality can take a minute.
        </Banner>
      )}
      <div className="fh-row">
        <Button kind="primary" busy={busy} onClick={() => lookUp(euid)}>
          I've sent it
        </Button>
        {busy && seen > 0 && <span className="fh-muted">{formatCount(seen)} transactions checked</span>}
      </div>
    </>
  );
};
