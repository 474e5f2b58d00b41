import { useMemo, useState } from "react";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import type { Row } from "../../../../../resources/declare/define.ts";
import { gatewayAnalytics, topValues, type Counted } from "../../../../../resources/gateway/gateway-calls.ts";
import type { gateways } from "../../../../../resources/gateway/gateways.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { type DateRange, DateRangeSelector, momentsOf } from "../../../framework/forms/date-range.tsx";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatCount } from "../../../lib/format/count.ts";
import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import type { ChartData } from "../../../ui/chart/chart-types.ts";
import { Chart } from "../../../ui/chart/chart.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Tiles } from "../../../ui/panels/tiles.tsx";
import styles from "./overview.module.css";

const measures = [
  { value: "requests", label: "Requests" },
  { value: "bytes", label: "Traffic" },
] as const;

/** A gateway's URLs and request statistics. */
export const Overview = ({ gateway }: { readonly gateway: Row<typeof gateways> }) => {
  const { name, url, indexPage } = gateway;
  const [range, setRange] = useState<DateRange>("30d");
  const [measure, setMeasure] = useState<Measure>("requests");
  const query = useMemo(() => momentsOf(range), [range]);
  const { data, error, reload } = useCall(gatewayAnalytics, { params: { name }, query });
  return (
    <div className="fh-stack">
      <Card>
        <DescriptionList
          facts={[
            { label: "Link", value: <CopyText label="link" text={url} /> },
            { label: "Content", value: <CopyText label="content pattern" text={`${url}/ipfs/<cid>`} /> },
            { label: "IPNS names", value: <CopyText label="IPNS pattern" text={`${url}/ipns/<name>`} /> },
            {
              label: "Default page",
              value: indexPage ? <CopyText label="default page" text={indexPage} /> : "None",
            },
          ]}
        />
      </Card>
      <div className={styles.bar}>
        <h2>Requests</h2>
        <DateRangeSelector label="Time" value={range} onChange={setRange} />
      </div>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <>
          <Tiles
            count={2}
            tiles={
              data && [
                { title: "Requests", icon: "overview", value: formatCount(data.requests) },
                { title: "Traffic", icon: "globe", value: formatBytes(data.bytes) },
              ]
            }
          />
          <Card
            title="Usage over time"
            text="Times are in UTC. Data is kept for 90 days."
            actions={<Segmented label="Show" options={measures} value={measure} onChange={setMeasure} />}
          >
            <Chart
              label={measure === "bytes" ? "Traffic" : "Requests"}
              kind="bars"
              unit={measure === "bytes" ? "bytes" : "count"}
              data={data && chartOf(data, measure)}
            />
          </Card>
          <div className={styles.tops}>
            <TopTable title="Top CIDs" column="CID" rows={data?.cids} isCode />
            <TopTable title="Referrers" column="Origin" rows={data?.referers} />
            <TopTable title="Clients" column="User agent" rows={data?.agents} />
            <TopTable title="Responses" column="Status" rows={data?.statuses} />
          </div>
        </>
      )}
    </div>
  );
};

/** Measures of the gateway chart. */
type Measure = "requests" | "bytes";

const chartOf = ({ points }: Reply<typeof gatewayAnalytics>, measure: Measure): ChartData => ({
  times: points.map(({ at }) => at),
  series: [
    {
      label: measure === "bytes" ? "Traffic" : "Requests",
      values: points.map((point) => point[measure]),
    },
  ],
});

interface TopTableProps {
  readonly title: string;
  /** Title of the value column. */
  readonly column: string;
  readonly rows: readonly Counted[] | undefined;
  /** Shows values in a monospace font. */
  readonly isCode?: boolean;
}

/** Most frequent values, highest first. */
const TopTable = ({ title, column, rows, isCode = false }: TopTableProps) => (
  <Card title={title} flush>
    <RowTable
      list={topValues}
      label={title}
      titles={useMemo(() => ({ value: column }), [column])}
      rows={rows}
      cells={isCode ? codeCells : cells}
    />
  </Card>
);

const cells: RowCells<Counted> = { value: ({ value }) => (value === "other" ? "All others" : value) };
const codeCells: RowCells<Counted> = {
  value: ({ value }) => (value === "other" ? "All others" : <code>{value}</code>),
};
