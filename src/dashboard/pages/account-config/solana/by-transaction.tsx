import { bindMemo } from "../../../../../resources/account/solana.ts";
import type { SolanaNode } from "../../../flows/bind-solana/link.ts";
import { useLinkSolana } from "../../../flows/bind-solana/use-link-solana.ts";
import { formatCount } from "../../../lib/format/count.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";

interface ByTransactionProps {
  readonly node: SolanaNode;
  readonly euid: string;
  readonly onLinked: () => void;
}

/** For wallets that can't sign messages: any payment to the vote account, with the account's memo. */
export const ByTransaction = ({ node, euid, onLinked }: ByTransactionProps) => {
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
