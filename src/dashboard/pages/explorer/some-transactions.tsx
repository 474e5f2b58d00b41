import { useMemo } from "react";
import type { BlockData, Latest } from "../../flows/explorer/use-chain.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { Empty } from "../../ui/empty.tsx";
import { TransactionsTable, type TransactionRow } from "./transactions-table.tsx";

interface SomeTransactionsProps {
  readonly rollup: PublicRollup;
  /** Undefined while loading. */
  readonly blocks: Pick<Latest, "blocks" | "older"> | undefined;
  /** Maximum number of rows. */
  readonly rows: number;
}

/** The latest transactions in the blocks. */
export const SomeTransactions = ({ rollup, blocks, rows }: SomeTransactionsProps) => {
  const newest = useMemo(() => blocks && newestIn([...blocks.blocks, ...blocks.older]).slice(0, rows), [blocks, rows]);
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
          title="No transactions"
          text="These blocks have no transactions. New ones appear once mined."
        />
      }
    />
  );
};

const newestIn = (blocks: readonly BlockData[]): readonly TransactionRow[] =>
  blocks.flatMap(({ transactions, timestamp }) =>
    [...transactions].reverse().map((transaction) => ({ transaction, failed: false, timestamp })),
  );
