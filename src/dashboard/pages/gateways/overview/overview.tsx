import { useMemo, useState } from "react";
import type { Reply } from "../../../../../resources/call-input.ts";
import type { Row } from "../../../../../resources/define.ts";
import { gatewayAnalytics } from "../../../../../resources/gateway/gateway-calls.ts";
import type { gateways } from "../../../../../resources/gateway/gateways.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { type DateRange, DateRangeSelector } from "../../../framework/forms/date-range.tsx";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatCount } from "../../../lib/format/count.ts";
import { Card } from "../../../ui/card.tsx";
import type { ChartData } from "../../../ui/chart/chart-types.ts";
import { Chart } from "../../../ui/chart/chart.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { Tiles } from "../../../ui/tiles.tsx";
import styles from "./overview.module.css";
import { TopTable } from "./top-table.tsx";

const measures = [
  { value: "requests", label: "Requests" },
  { value: "bytes", label: "Traffic" },
] as const;

/** A gateway's URLs and request statistics. */
export const Overview = ({ gateway }: { readonly gateway: Row<typeof gateways> }) => {
  const { name, url, indexPage } = gateway;
  const [range, setRange] = useState<DateRange>("30d");
  const [measure, setMeasure] = useState<Measure>("requests");
  const query = useMemo(() => spanOf(range), [range]);
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
        <DateRangeSelector label="Time" presets={presets} value={range} onChange={setRange} />
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

/** Periods and measures of the gateway chart. */
type Measure = "requests" | "bytes";

const presets = [
  { value: "1d", label: "Past day" },
  { value: "7d", label: "Past 7 days" },
  { value: "30d", label: "Past 30 days" },
] as const;

/** Returns the time span of a range. Preset ranges start at a full hour, so that replies can be cached. */
const spanOf = (range: DateRange, nowMs = Date.now()): { startAt: number; endAt?: number } => {
  if (typeof range !== "string") return { startAt: range.startSeconds, endAt: range.endSeconds };
  const hour = Math.floor(nowMs / 3_600_000) * 3600;
  return { startAt: hour - Number.parseInt(range) * 86_400 };
};

const chartOf = ({ points }: Reply<typeof gatewayAnalytics>, measure: Measure): ChartData => ({
  times: points.map(({ at }) => at),
  series: [
    {
      label: measure === "bytes" ? "Traffic" : "Requests",
      values: points.map((point) => point[measure]),
    },
  ],
});
