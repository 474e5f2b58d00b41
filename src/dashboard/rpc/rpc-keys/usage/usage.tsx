import { count } from "../../../../../resources/declare/fields.ts";
import { shown } from "../../../../../resources/declare/special-fields.ts";
import { defineRows } from "../../../../../resources/declare/rows.ts";
import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
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
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import type { ChartData } from "../../../ui/chart/chart-types.ts";
import { Select } from "../../../ui/fields/select.tsx";

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
          <Select
            label="Chain"
            value={chain}
            options={[
              { value: "", label: "All chains" },
              ...(chains ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setChain}
          />
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
          {data && data.chains.length > 0 && <RowTable list={byChain} rows={data.chains} cells={cellsFor(nameOf)} />}
        </div>
      )}
    </Card>
  );
};

const chartOf = ({ x, y }: LatencyReply): ChartData => ({
  times: x,
  series: percentiles.map(({ key, label }) => ({ label, values: y.map((moment) => moment?.[key] ?? null) })),
});

const byChain = defineRows({
  label: "Response time by chain",
  fields: {
    chain: shown("Chain"),
    requests: count("Requests"),
    p50: shown("p50"),
    p95: shown("p95"),
    p99: shown("p99"),
  },
  key: "chain",
  columns: {
    chain: {},
    requests: { width: "130px" },
    p50: { width: "120px", align: "end" },
    p95: { width: "120px", align: "end" },
    p99: { width: "120px", align: "end" },
  },
  sort: ["requests", "p50", "p95", "p99"],
});

const cellsFor = (nameOf: LatencyProps["nameOf"]): RowCells<Row> => ({
  chain: ({ chain }) => nameOf(chain),
  p50: ({ p50 }) => formatMilliseconds(p50),
  p95: ({ p95 }) => formatMilliseconds(p95),
  p99: ({ p99 }) => formatMilliseconds(p99),
});
