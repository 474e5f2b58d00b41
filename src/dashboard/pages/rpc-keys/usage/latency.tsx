import type { CallInput, Reply } from "../../../../../resources/call-input.ts";
import { rpcLatency } from "../../../../../resources/rpc/stat-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatCount } from "../../../lib/format/count.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { Card } from "../../../ui/card.tsx";
import { Chart } from "../../../ui/chart/chart.tsx";
import type { ChartData } from "../../../ui/chart/chart-types.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { ErrorState } from "../../../ui/error-state.tsx";

interface LatencyProps {
  readonly query: CallInput<typeof rpcLatency>["query"];
  /** As people know a chain. */
  readonly nameOf: (chain: string) => string;
}

type Answered = Reply<typeof rpcLatency>;
type Row = Answered["chains"][number];

const shares = [
  { key: "p50", label: "Half" },
  { key: "p95", label: "95%" },
  { key: "p99", label: "99%" },
] as const;

/** How long answers took: over time, and of each chain. */
export const Latency = ({ query, nameOf }: LatencyProps) => {
  const { data, error, reload } = useCall(rpcLatency, { query });
  return (
    <Card title="Response time" text="Response times measured by the server (p50, p95, p99), accurate to 12%.">
      {error && !data ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <div className="fh-stack">
          <Chart label="Response time" unit="milliseconds" data={data && chartOf(data)} />
          {data && data.chains.length > 0 && (
            <DataTable<Row>
              label="Response time by chain"
              columns={columnsFor(nameOf)}
              rows={data.chains}
              rowKey={({ chain }) => chain}
            />
          )}
        </div>
      )}
    </Card>
  );
};

/** From the first moment at which something was asked to the last: a single point in a long line would not be seen. */
const chartOf = ({ x, y }: Answered): ChartData => {
  const first = y.findIndex((moment) => moment !== null);
  if (first === -1) return { times: [], series: [] };
  const end = y.findLastIndex((moment) => moment !== null) + 1;
  const known = y.slice(first, end);
  return {
    times: x.slice(first, end),
    series: shares.map(({ key, label }) => ({ label, values: known.map((moment) => moment?.[key] ?? null) })),
  };
};

const columnsFor = (nameOf: LatencyProps["nameOf"]): readonly Column<Row>[] => [
  { key: "chain", title: "Chain", cell: ({ chain }) => nameOf(chain) },
  { key: "requests", title: "Requests", cell: ({ requests }) => formatCount(requests), width: "130px", align: "end" },
  ...shares.map(({ key, label }): Column<Row> => ({
    key,
    title: label,
    cell: (row) => formatMilliseconds(row[key]),
    width: "120px",
    align: "end",
  })),
];
