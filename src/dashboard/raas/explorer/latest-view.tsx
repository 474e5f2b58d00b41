import { useState, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { useLatest, type Latest, type BlockData } from "../flows/explorer/use-chain.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { toShort } from "../../../../resources/decimal.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import type { Column } from "../../ui/table/data-table-types.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Tiles } from "../../ui/panels/tiles.tsx";
import { Age } from "./age.tsx";
import styles from "./explorer.module.css";
import { BlockLink } from "./links.tsx";
import { TransactionsTable, type TransactionRow } from "./transactions-table.tsx";

/** Number of blocks per page. */
const size = 10;

/** The latest blocks and their transactions, with pages of older ones. */
export const LatestView = ({ rollup }: { readonly rollup: PublicRollup }) => {
  const top = topOf(useSearchParams()[0].get("from"));
  const { data: value, error, reload } = useLatest(rollup, size, top);
  const { shown, hold } = useFrozen(String(top), value);
  return (
    <>
      <PageHeader title={rollup.name} text={`Chain ${rollup.chainId}, settled on ${rollup.settlement.name}.`} />
      <Tiles tiles={value && tilesOf(value, rollup)} />
      {error && !shown ? (
        <ErrorState message={`Can't reach the rollup: ${error.message}`} onRetry={reload} />
      ) : (
        <div className={styles.columns} {...hold}>
          <Card
            flush
            title={top === undefined ? "Latest blocks" : "Blocks"}
            actions={<Pages head={shown?.head} top={top} />}
          >
            <BlocksTable rollup={rollup} blocks={shown?.blocks} rows={size} />
          </Card>
          <Card flush title={top === undefined ? "Latest transactions" : "Transactions in these blocks"}>
            <SomeTransactions rollup={rollup} blocks={shown} rows={size} />
          </Card>
        </div>
      )}
    </>
  );
};

const topOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Freezes the lists under the pointer, so that rows don't move during a click. A new `key` updates them immediately. */
const useFrozen = (key: string, value: Latest | undefined) => {
  const [isFrozen, setFrozen] = useState(false);
  const [current, setCurrent] = useState({ key, value });
  const canUpdate = !isFrozen || current.value === undefined || current.key !== key;
  if (canUpdate && (current.key !== key || current.value !== value)) setCurrent({ key, value });
  return {
    shown: current.key === key ? current.value : undefined,
    hold: { onPointerEnter: () => setFrozen(true), onPointerLeave: () => setFrozen(false) },
  };
};

const tilesOf = ({ head, gasPrice, blocks: [newest] }: Latest, rollup: PublicRollup) => [
  { title: "Height", value: formatWhole(head), note: newest && <Age seconds={newest.timestamp} /> },
  { title: "Gas price", value: toShort(gasPrice, 10n ** 9n, 3), unit: "gwei" },
  { title: "Chain ID", value: rollup.chainId },
  { title: "Coin", value: rollup.gasToken },
];

const Pages = ({ head, top }: { readonly head: number | undefined; readonly top: number | undefined }) => {
  if (head === undefined) return null;
  const from = Math.min(top ?? head, head);
  const newer = from + size;
  return (
    <>
      {top !== undefined && (
        <LinkButton size="small" to={newer >= head ? "?" : `?from=${newer}`}>
          Newer
        </LinkButton>
      )}
      {from >= size && (
        <LinkButton size="small" to={`?from=${from - size}`}>
          Older
        </LinkButton>
      )}
    </>
  );
};

interface BlocksTableProps {
  readonly rollup: PublicRollup;
  /** Undefined while loading. */
  readonly blocks: readonly BlockData[] | undefined;
  readonly rows: number;
}

const BlocksTable = ({ rollup: { chainId }, blocks, rows }: BlocksTableProps) => {
  const columns = useMemo(() => columnsOf(chainId), [chainId]);
  return <DataTable label="Blocks" columns={columns} rows={blocks} rowKey={({ hash }) => hash} skeletonRows={rows} />;
};

const columnsOf = (chainId: string): readonly Column<BlockData>[] => [
  { key: "number", title: "Block", cell: ({ number }) => <BlockLink chainId={chainId} number={number} /> },
  { key: "timestamp", title: "Age", cell: ({ timestamp }) => <Age seconds={timestamp} /> },
  {
    key: "transactions",
    title: "Transactions",
    align: "end",
    width: "112px",
    cell: ({ transactions }) => formatWhole(transactions.length),
  },
  {
    key: "gasUsed",
    title: "Gas used",
    wideOnly: true,
    align: "end",
    width: "112px",
    cell: ({ gasUsed }) => gasUsed.toLocaleString("en"),
  },
];

interface SomeTransactionsProps {
  readonly rollup: PublicRollup;
  /** Undefined while loading. */
  readonly blocks: Pick<Latest, "blocks" | "older"> | undefined;
  /** Maximum number of rows. */
  readonly rows: number;
}

/** The latest transactions in the blocks. */
const SomeTransactions = ({ rollup, blocks, rows }: SomeTransactionsProps) => {
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
