import { useMemo } from "react";
import type { BlockData } from "../../flows/explorer/use-chain.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Age } from "./age.tsx";
import { BlockLink } from "./links.tsx";

interface BlocksTableProps {
  readonly rollup: PublicRollup;
  /** Undefined while loading. */
  readonly blocks: readonly BlockData[] | undefined;
  readonly rows: number;
}

export const BlocksTable = ({ rollup: { chainId }, blocks, rows }: BlocksTableProps) => {
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
