import { useMemo } from "react";
import type { BlockData } from "../../flows/explorer/use-chain.ts";
import type { PublicRollup } from "../../flows/explorer/use-rollup.ts";
import { Empty } from "../../ui/empty.tsx";
import { TransactionsTable, type TransactionRow } from "./transactions-table.tsx";

interface SomeTransactionsProps {
  readonly rollup: PublicRollup;
  readonly blocks: readonly BlockData[] | undefined;
  /** As many are shown at most. */
  readonly rows: number;
}

/** The newest transactions of the blocks. */
export const SomeTransactions = ({ rollup, blocks, rows }: SomeTransactionsProps) => {
  const newest = useMemo(() => blocks && newestIn(blocks).slice(0, rows), [blocks, rows]);
  return (
    <TransactionsTable
      rollup={rollup}
      label="Transactions"
      shape="short"
      rows={newest}
      skeletonRows={rows}
      empty={
        <Empty
          icon="exchange"
          title="No transactions in these blocks"
          text="What is sent to the rollup shows here as soon as a block holds it."
        />
      }
    />
  );
};

const newestIn = (blocks: readonly BlockData[]): readonly TransactionRow[] =>
  blocks.flatMap(({ transactions, timestamp }) =>
    [...transactions].reverse().map((transaction) => ({ transaction, failed: false, timestamp })),
  );
