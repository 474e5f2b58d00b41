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
  /** Returns a chain's name. */
  readonly nameOf: (chain: string) => string;
}

type LatencyReply = Reply<typeof rpcLatency>;
type Row = LatencyReply["chains"][number];

const percentiles = [
  { key: "p50", label: "p50" },
  { key: "p95", label: "p95" },
  { key: "p99", label: "p99" },
] as const;

/** Response times over time and by chain. */
export const Latency = ({ query, nameOf }: LatencyProps) => {
  const { data, error, reload } = useCall(rpcLatency, { query });
  return (
    <Card title="Response time" text="Percentiles measured by the server, accurate to 12%.">
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

/** Limits the chart to the time with requests, because a single point on a long axis is hard to see. */
const chartOf = ({ x, y }: LatencyReply): ChartData => {
  const first = y.findIndex((moment) => moment !== null);
  if (first === -1) return { times: [], series: [] };
  const end = y.findLastIndex((moment) => moment !== null) + 1;
  const measured = y.slice(first, end);
  return {
    times: x.slice(first, end),
    series: percentiles.map(({ key, label }) => ({ label, values: measured.map((moment) => moment?.[key] ?? null) })),
  };
};

const columnsFor = (nameOf: LatencyProps["nameOf"]): readonly Column<Row>[] => [
  { key: "chain", title: "Chain", cell: ({ chain }) => nameOf(chain) },
  { key: "requests", title: "Requests", cell: ({ requests }) => formatCount(requests), width: "130px", align: "end" },
  ...percentiles.map(({ key, label }): Column<Row> => ({
    key,
    title: label,
    cell: (row) => formatMilliseconds(row[key]),
    width: "120px",
    align: "end",
  })),
];
