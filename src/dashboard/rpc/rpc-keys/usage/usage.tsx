import { useMemo, useState } from "react";
import type { CallInput, Reply } from "../../../../../resources/declare/call-input.ts";
import type { Like } from "../../../../../resources/declare/define.ts";
import {
  rpcTopChains,
  rpcTopMethods,
  rpcTrends,
  type RpcStatType,
  rpcLatency,
} from "../../../../../resources/rpc/stat-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { Chart } from "../../../ui/chart/chart.tsx";
import { Ranking } from "../../../ui/chart/ranking.tsx";
import { DateRangeSelector, spanOf, type DateRange } from "../../../framework/forms/date-range.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { nameOfChain, useRpcChains } from "../chains.ts";
import { Figures } from "./figures.tsx";
import styles from "./usage.module.css";
import { formatCount } from "../../../lib/format/count.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import type { ChartData } from "../../../ui/chart/chart-types.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import type { Column } from "../../../ui/table/data-table-types.ts";

const types = [
  { value: "REQUESTS", label: "Requests" },
  { value: "CU", label: "Compute units" },
] as const;

/** Usage statistics of all keys or one key, filtered by period and chain. */
export const Usage = ({ keyId }: { readonly keyId?: string }) => {
  const { chains } = useRpcChains();
  const [range, setRange] = useState<DateRange>("30d");
  const [chain, setChain] = useState("");
  const [type, setType] = useState<RpcStatType>("REQUESTS");
  const query = useMemo(
    () => ({ ...spanOf(range), ...(chain !== "" && { chain }), ...(keyId !== undefined && { userKey: keyId }) }),
    [range, chain, keyId],
  );
  return (
    <div className="fh-stack">
      <div className={styles.bar}>
        <DateRangeSelector label="Time" value={range} onChange={setRange} />
        <div className={styles.choices}>
          <label>
            <span className="fh-hidden">Chain</span>
            <select className="fh-select" value={chain} onChange={(event) => setChain(event.target.value)}>
              <option value="">All chains</option>
              {chains?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Segmented label="Measure" options={types} value={type} onChange={setType} />
        </div>
      </div>
      <Figures query={query} note="in this period" />
      <Trends query={{ ...query, type }} />
      <Tops query={{ ...query, type }} nameOf={(id) => nameOfChain(chains, id)} />
      <Latency query={query} nameOf={(id) => nameOfChain(chains, id)} />
    </div>
  );
};

interface CountedProps {
  readonly query: NonNullable<CallInput<typeof rpcTrends>["query"]> & { readonly type: RpcStatType };
}

const countedLabel: Readonly<Record<RpcStatType, string>> = { REQUESTS: "Requests", CU: "Compute units" };

/** Requests or compute units over time. */
const Trends = ({ query }: CountedProps) => {
  const { data, error, reload } = useCall(rpcTrends, { query });
  const label = countedLabel[query.type];
  return (
    <Card title="Trend" text="Times are UTC. Updated within seconds and kept for 90 days.">
      {error && !data ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <Chart
          label={label}
          kind="bars"
          unit="count"
          data={data && { times: data.x, series: data.x.length === 0 ? [] : [{ label, values: data.y }] }}
        />
      )}
    </Card>
  );
};

interface TopsProps extends CountedProps {
  /** Returns a chain's name. */
  readonly nameOf: (chain: string) => string;
}

/** Methods and chains with the most requests or compute units. */
const Tops = ({ query, nameOf }: TopsProps) => (
  <div className={styles.tops}>
    <Top spec={rpcTopMethods} title="Top methods" by="method" query={query} />
    <Top spec={rpcTopChains} title="Top chains" by="chain" query={query} nameOf={nameOf} />
  </div>
);

interface TopProps extends CountedProps {
  readonly spec: Like<typeof rpcTopMethods>;
  readonly title: string;
  readonly by: string;
  readonly nameOf?: (name: string) => string;
}

const Top = ({ spec, title, by, query, nameOf = (name) => name }: TopProps) => {
  const { data, error, reload } = useCall(spec, { query });
  return (
    <Card title={title}>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <Ranking
          label={`${countedLabel[query.type]} by ${by}`}
          unit="count"
          rows={data?.x.map((name, at) => ({ name: nameOf(name), value: data.y[at]! }))}
        />
      )}
    </Card>
  );
};

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
const Latency = ({ query, nameOf }: LatencyProps) => {
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
