import { useMemo, useState } from "react";
import { siteAnalytics, siteRequests, type RankedValue } from "../../../../../../resources/hosting/analytics.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import type { Reply } from "../../../../../../resources/declare/call-input.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { DateRangeSelector, momentsOf, type DateRange } from "../../../../framework/forms/date-range.tsx";
import { ListCard } from "../../../../framework/pages/list-card.tsx";
import type { Cells } from "../../../../framework/pages/record-list.tsx";
import { relatedTo } from "../../../../framework/pages/related.tsx";
import { formatBytes } from "../../../../lib/format/bytes.ts";
import { formatCount } from "../../../../lib/format/count.ts";
import type { ChartData } from "../../../../ui/chart/chart-types.ts";
import { Chart } from "../../../../ui/chart/chart.tsx";
import { Ranking } from "../../../../ui/chart/ranking.tsx";
import { Card } from "../../../../ui/panels/card.tsx";
import { Tiles } from "../../../../ui/panels/tiles.tsx";
import { ErrorState } from "../../../../ui/states/error-state.tsx";
import type { Project } from "../live-card.tsx";
import styles from "./analytics.module.css";

/** Visitors, pages, referrers and missing files of a site, and its requests of the last day. */
export const Analytics = ({ project }: { readonly project: Project }) => {
  const [range, setRange] = useState<DateRange>("30d");
  const query = useMemo(() => momentsOf(range), [range]);
  const { data, error, reload } = useCall(siteAnalytics, { params: { id: project.id }, query });
  return (
    <div className="fh-stack">
      <div className={styles.bar}>
        <p className="fh-muted">Counted on the server: without cookies, scripts or stored addresses.</p>
        <DateRangeSelector label="Time" value={range} onChange={setRange} />
      </div>
      {error && !data ? (
        <Card>
          <ErrorState message={error.message} onRetry={reload} />
        </Card>
      ) : (
        <>
          <Tiles
            count={4}
            tiles={
              data && [
                { title: "Visitors", icon: "users", value: formatCount(data.visitors) },
                { title: "Page views", icon: "overview", value: formatCount(data.views) },
                { title: "Requests", icon: "globe", value: formatCount(data.requests) },
                { title: "Not found", icon: "alert", value: formatCount(data.missing) },
              ]
            }
          />
          <Card title="Visits over time" text={`${data ? formatBytes(data.bytes) : "…"} sent. Times are in UTC.`}>
            <Chart
              label="Visits"
              kind="line"
              unit="count"
              data={data && chartOf(data)}
              empty="No visits in this period"
            />
          </Card>
          <div className={styles.tops}>
            <Top title="Top pages" rows={data?.pages} />
            <Top title="Referrers" rows={data?.referrers} />
            {data?.hasCountries && <Top title="Countries" rows={data.countries} labelOf={countryName} />}
            <Top title="Not found" rows={data?.missingFiles} />
          </div>
        </>
      )}
      <ListCard {...relatedTo(projects, project, siteRequests)} cells={cells} bare={false} />
    </div>
  );
};

const chartOf = ({ points }: Reply<typeof siteAnalytics>): ChartData => ({
  times: points.map(({ at }) => at),
  series: [
    { label: "Visitors", values: points.map(({ visitors }) => visitors) },
    { label: "Page views", values: points.map(({ views }) => views) },
  ],
});

interface TopProps {
  readonly title: string;
  readonly rows: readonly RankedValue[] | undefined;
  readonly labelOf?: (value: string) => string;
}

/** The most frequent values, highest first. */
const Top = ({ title, rows, labelOf = (value) => value }: TopProps) => (
  <Card title={title}>
    <Ranking
      label={title}
      unit="count"
      count={3}
      rows={rows?.map(({ value, count }) => ({
        name: value === "other" ? "All others" : labelOf(value),
        value: count,
      }))}
    />
  </Card>
);

const regions = new Intl.DisplayNames(["en"], { type: "region" });

const countryName = (code: string): string => regions.of(code) ?? code;

const cells: Cells<typeof siteRequests> = {
  path: ({ method, path, host }) => (
    <span className={styles.request}>
      <span className="fh-ellipsis" title={`${method} ${path}`}>
        {method !== "GET" && <b>{method} </b>}
        <code>{path}</code>
      </span>
      <small className="fh-ellipsis" title={host}>
        {host}
      </small>
    </span>
  ),
  code: ({ code }) => <span className={code >= 400 ? styles.failed : undefined}>{code}</span>,
};
