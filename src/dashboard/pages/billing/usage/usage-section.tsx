import { useEffect, useState } from "react";
import { billUsage, landUsedAnalytics } from "../../../../../resources/billing/analytics-calls.ts";
import { deposits } from "../../../../../resources/billing/deposit-history.ts";
import type { AnalyticsType } from "../../../../../resources/billing/records.ts";
import { customDateMinSeconds, type MeteredResource } from "../../../../../resources/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useLive } from "../../../framework/data/use-live.ts";
import { Card } from "../../../ui/card.tsx";
import { Chart } from "../../../ui/chart/chart.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { type Period, periodAt } from "./periods.ts";
import { type Measure, unitOfChart, usageChart } from "./usage-chart.ts";
import { UsageControls } from "./usage-controls.tsx";
import { UsageTable } from "./usage-table.tsx";
import styles from "./usage.module.css";

const measures = [
  { value: "used", label: "Usage" },
  { value: "land", label: "LAND" },
] as const;
/** Refreshes usage while the page is open. */
const pollMs = 60_000;

/** Usage over time, by service, and by project, bucket or gateway. */
export const UsageSection = () => {
  const nowSeconds = useMinute();
  const [type, setType] = useState<AnalyticsType>("DAY");
  const [anchor, setAnchor] = useState<number>();
  const [resource, setResource] = useState<MeteredResource>();
  const [measure, setMeasure] = useState<Measure>("used");
  const period = periodAt(type, anchor ?? nowSeconds);
  const isNow = period.until > nowSeconds;
  const shown = { resource, measure };
  const { data, error, reload } = useCall(landUsedAnalytics, {
    query: { analyticsType: type, timestamp: period.until - 1 },
    ...(isNow && { pollMs }),
  });
  useLive(deposits, reload);
  return (
    <div className="fh-stack">
      <Card
        title="Usage"
        text="Usage of your packages and LAND to date. Times are UTC."
        actions={resource && <Segmented label="Show" options={measures} value={measure} onChange={setMeasure} />}
      >
        <UsageControls
          period={period}
          resource={resource}
          isNow={isNow}
          onType={(value) => {
            setType(value);
            setAnchor(isNow ? undefined : period.since);
          }}
          onShift={(by) => setAnchor(periodAt(type, period.since, by).since)}
          onResource={setResource}
        />
        {error && !data ? (
          <ErrorState message={error.message} onRetry={reload} />
        ) : (
          <Chart
            label={resource ? "Usage" : "LAND spent"}
            kind="bars"
            unit={unitOfChart(shown)}
            data={data && usageChart(data, period, shown, nowSeconds)}
          />
        )}
      </Card>
      <div className={styles.pair}>
        <Users title="By service" by="SERVICE" period={period} resource={resource} nowSeconds={nowSeconds} />
        <Users
          title="By project, bucket or gateway"
          by="SUBJECT"
          period={period}
          resource={resource}
          nowSeconds={nowSeconds}
        />
      </div>
    </div>
  );
};

interface UsersProps {
  readonly title: string;
  readonly by: "SERVICE" | "SUBJECT";
  readonly period: Period;
  readonly resource: MeteredResource | undefined;
  readonly nowSeconds: number;
}

const Users = ({ title, by, period, resource, nowSeconds }: UsersProps) => {
  const { data, error, reload } = useCall(billUsage, {
    query: {
      by,
      since: Math.max(period.since, customDateMinSeconds),
      until: period.until - 1,
      ...(resource && { resourceType: resource }),
    },
    ...(period.until > nowSeconds && { pollMs }),
  });
  return (
    <Card title={title} text={data?.isOpen ? "Includes usage that is not billed yet." : undefined} flush>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <UsageTable
          label={title}
          items={data?.items}
          others={data?.others ?? null}
          resource={resource}
          seconds={Math.min(period.until, nowSeconds) - period.since}
        />
      )}
    </Card>
  );
};

const minuteMs = 60_000;
const now = (): number => Math.floor(Date.now() / 1000);

/** Returns the current time in Unix seconds, updated each minute. */
const useMinute = (): number => {
  const [seconds, setSeconds] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return seconds;
};
