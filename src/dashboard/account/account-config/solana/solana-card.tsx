import { useState } from "react";
import { unlinkSolana, bindMemo } from "../../../../../resources/account/solana.ts";
import { useUser } from "../../flows/account/account.ts";
import { reloadUser, useSolanaNode, useLinkSolana, useSolanaWallets } from "../../flows/bind-solana/use-solana.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import type { SolanaNode } from "../../flows/bind-solana/link.ts";
import { formatCount } from "../../../lib/format/count.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import styles from "./solana.module.css";

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
const LinkSolanaDialog = ({ node, euid, onClose }: LinkSolanaDialogProps) => {
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
