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

/** For wallets that cannot sign texts: any payment to the vote account, with a memo that names this account. */
export const ByTransaction = ({ node, euid, onLinked }: ByTransactionProps) => {
  const { busy, problem, seen, missing, lookUp } = useLinkSolana(node, onLinked);
  return (
    <>
      <p>
        Send any amount from your address to the account below, with this memo. Whoever paid for the transaction is
        linked.
        {node.embedded && " This cloud runs a Solana chain of its own: its lamports are worth nothing."}
      </p>
      <DescriptionList
        facts={[
          { label: "Vote account", value: <CopyText text={node.voteAccount} label="vote account" /> },
          { label: "Memo", value: <CopyText text={bindMemo(euid)} label="memo" /> },
        ]}
      />
      {problem && (
        <Banner kind="danger" title="The address was not linked">
          {problem}
        </Banner>
      )}
      {missing && (
        <Banner title="Not there yet">
          No transaction to this account carries the memo. A new one may take a minute to be final.
        </Banner>
      )}
      <div className="fh-row">
        <Button kind="primary" busy={busy} onClick={() => lookUp(euid)}>
          I have sent it
        </Button>
        {busy && seen > 0 && <span className="fh-muted">{formatCount(seen)} transactions looked through</span>}
      </div>
    </>
  );
};
