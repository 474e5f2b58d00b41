import type { Counted } from "../../../../../resources/gateway/gateway-calls.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatCount } from "../../../lib/format/count.ts";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";

interface TopTableProps {
  readonly title: string;
  /** Title of the value column. */
  readonly column: string;
  readonly rows: readonly Counted[] | undefined;
  /** Shows values in a monospace font. */
  readonly isCode?: boolean;
}

/** Most frequent values, highest first. */
export const TopTable = ({ title, column, rows, isCode = false }: TopTableProps) => (
  <Card title={title} flush>
    <DataTable<Counted>
      label={title}
      columns={columnsOf(column, isCode)}
      rows={rows}
      rowKey={({ value }) => value}
      skeletonRows={3}
      empty={<p className="fh-empty fh-muted">No requests in this period</p>}
    />
  </Card>
);

const columnsOf = (title: string, isCode: boolean): readonly Column<Counted>[] => [
  {
    key: "value",
    title,
    cell: ({ value }) => (
      <span className={isCode && value !== "other" ? "fh-mono" : undefined} title={value}>
        {value === "other" ? "All others" : value}
      </span>
    ),
  },
  {
    key: "requests",
    title: "Requests",
    cell: ({ requests }) => formatCount(requests),
    width: "100px",
    align: "end",
  },
  { key: "bytes", title: "Traffic", cell: ({ bytes }) => formatBytes(bytes), width: "100px", align: "end" },
];
