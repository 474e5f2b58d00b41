import { useMemo } from "react";
import { pageHref } from "../../../../resources/declare/href.ts";
import { explorer, explorerBlock } from "../../../../resources/pages.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { useBlock, type WholeBlock } from "../flows/explorer/use-chain.ts";
import { formatGasPrice } from "../../lib/format/coins.ts";
import { formatWhole, countOf } from "../../lib/format/count.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { toFixed } from "../../../../resources/decimal.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Age } from "../explorer/age.tsx";
import { Facts, WithNote } from "../explorer/facts.tsx";
import { AddressLink } from "../explorer/links.tsx";
import { TransactionsTable } from "../explorer/transactions-table.tsx";

interface BlockViewProps {
  readonly rollup: PublicRollup;
  /** Undefined if the URL contains no valid number. */
  readonly number: number | undefined;
}

export const BlockView = ({ rollup, number }: BlockViewProps) => {
  const { data: value, error, reload } = useBlock(rollup, number);
  const { chainId } = rollup;
  const toExplorer = <LinkButton to={pageHref(explorer, { chainId })}>View latest blocks</LinkButton>;
  if (number === undefined) {
    return (
      <ErrorState
        isPage
        title="Invalid block number"
        message="A block number contains only digits."
        action={toExplorer}
      />
    );
  }
  if (value === null) {
    const text = `Block ${formatWhole(number)} doesn't exist yet. This page updates when it is mined.`;
    return <ErrorState isPage title="Block not mined yet" message={text} action={toExplorer} />;
  }
  if (!value && error)
    return <ErrorState isPage message={`Can't reach the rollup: ${error.message}`} onRetry={reload} />;
  return (
    <>
      <PageHeader
        title={`Block ${formatWhole(number)}`}
        actions={<AdjacentBlocks chainId={chainId} number={number} head={value?.head} />}
      />
      <div className="fh-stack">
        <Card>{value ? <BlockFacts rollup={rollup} whole={value} /> : <Skeleton lines={8} />}</Card>
        <BlockTransactions rollup={rollup} whole={value} />
      </div>
    </>
  );
};

interface AdjacentBlocksProps {
  readonly chainId: string;
  readonly number: number;
  readonly head: number | undefined;
}

const AdjacentBlocks = ({ chainId, number, head }: AdjacentBlocksProps) => (
  <>
    {number > 0 && (
      <LinkButton icon="arrow-left" to={pageHref(explorerBlock, { chainId, number: number - 1 })}>
        Previous block
      </LinkButton>
    )}
    {head !== undefined && number < head && (
      <LinkButton icon="arrow-right" to={pageHref(explorerBlock, { chainId, number: number + 1 })}>
        Next block
      </LinkButton>
    )}
  </>
);

const BlockTransactions = ({
  rollup,
  whole,
}: {
  readonly rollup: PublicRollup;
  readonly whole: WholeBlock | undefined;
}) => {
  const block = whole?.block;
  const receipts = whole?.receipts;
  const rows = useMemo(
    () => block?.transactions.map((transaction, index) => ({ transaction, failed: receipts?.[index]?.status === 0 })),
    // Blocks don't change, so a reply for the same block renders nothing.
    // oxlint-disable-next-line react/exhaustive-deps
    [block?.hash, receipts?.length],
  );
  return (
    <TransactionsTable
      rollup={rollup}
      label="Transactions"
      shape="block"
      rows={rows}
      skeletonRows={4}
      empty={<Empty icon="exchange" title="No transactions" text="Empty blocks confirm earlier transactions." />}
    />
  );
};

const BlockFacts = ({ rollup: { chainId }, whole }: { readonly rollup: PublicRollup; readonly whole: WholeBlock }) => {
  const { block, head } = whole;
  const { baseFeePerGas, size } = block;
  return (
    <Facts
      facts={[
        {
          label: "Timestamp",
          value: (
            <WithNote note={formatMoment(block.timestamp)}>
              <Age seconds={block.timestamp} />
            </WithNote>
          ),
        },
        { label: "Confirmations", value: countOf(head - block.number + 1, "block") },
        { label: "Transactions", value: countOf(block.transactions.length, "transaction") },
        { label: "Hash", value: <CopyText text={block.hash} label="hash" /> },
        { label: "Parent hash", value: <CopyText text={block.parentHash} label="parent hash" /> },
        {
          label: "Gas used",
          value: (
            <WithNote
              note={`${toFixed(block.gasUsed * 100n, block.gasLimit, 2)}% of ${block.gasLimit.toLocaleString("en")}`}
            >
              {block.gasUsed.toLocaleString("en")}
            </WithNote>
          ),
        },
        typeof baseFeePerGas === "bigint" && { label: "Base fee", value: formatGasPrice(baseFeePerGas) },
        typeof size === "number" && { label: "Size", value: `${countOf(size, "byte")}` },
        { label: "Fee recipient", value: <AddressLink chainId={chainId} address={block.miner} whole /> },
        { label: "State root", value: <CopyText text={block.stateRoot} label="state root" /> },
        { label: "Transactions root", value: <CopyText text={block.transactionsRoot} label="transactions root" /> },
        { label: "Receipts root", value: <CopyText text={block.receiptsRoot} label="receipts root" /> },
      ]}
    />
  );
};
