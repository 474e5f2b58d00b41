import { id, land } from "../../../../../resources/declare/fields.ts";
import { shown } from "../../../../../resources/declare/special-fields.ts";
import { defineRows } from "../../../../../resources/declare/rows.ts";
import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
import { useEffect, useState } from "react";
import { billUsage, landUsedAnalytics, type UsageItem } from "../../../../../resources/billing/analytics-calls.ts";
import { deposits } from "../../../../../resources/billing/deposit-history.ts";
import { type AnalyticsType, analyticsTypes, type SubjectKind } from "../../../../../resources/billing/records.ts";
import { customDateMinSeconds, type MeteredResource, meteredResources } from "../../../../../resources/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useLive } from "../../../framework/data/use-live.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { Chart } from "../../../ui/chart/chart.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { type Period, periodAt, periodNames, sayPeriod } from "./periods.ts";
import { emptyChartText, type Measure, unitOfChart, usageChart } from "./usage-chart.ts";
import styles from "./usage.module.css";
import { IconButton } from "../../../ui/button.tsx";
import { nameOfResource, formatAmount } from "../../../framework/cost/usage-tiles.ts";
import { serviceNames, type BilledService } from "../../../../../resources/billing/packages.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf } from "../../../lib/format/count.ts";
import { TwoLines } from "../../../ui/panels/two-lines.tsx";
import { Select } from "../../../ui/fields/select.tsx";

const measures = [
  { value: "used", label: "Usage" },
  { value: "land", label: "Cost" },
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
        text="Cost of your usage, and its value where your packages cover it. Times are UTC."
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
            label={resource && measure === "used" ? "Usage" : "Cost"}
            kind="bars"
            unit={unitOfChart(shown)}
            data={data && usageChart(data, period, shown, nowSeconds)}
            empty={data && emptyChartText(data, shown)}
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

interface UsageControlsProps {
  readonly period: Period;
  readonly resource: MeteredResource | undefined;
  /** Contains the current moment, so there is no later period. */
  readonly isNow: boolean;
  readonly onType: (type: AnalyticsType) => void;
  readonly onShift: (by: number) => void;
  readonly onResource: (resource: MeteredResource | undefined) => void;
}

const types = analyticsTypes.map((value) => ({ value, label: periodNames[value] }));

/** Resource and period of the chart. */
const UsageControls = ({ period, resource, isNow, onType, onShift, onResource }: UsageControlsProps) => (
  <div className={styles.bar}>
    <Select<MeteredResource | "">
      label="Resource"
      value={resource ?? ""}
      options={[
        { value: "", label: "All resources" },
        ...meteredResources.map((value) => ({ value, label: nameOfResource(value) })),
      ]}
      onChange={(value) => onResource(value || undefined)}
    />
    <Segmented label="Time" options={types} value={period.type} onChange={onType} />
    <div className={styles.period}>
      <IconButton
        icon="arrow-left"
        size="small"
        label={`Previous ${periodNames[period.type].toLowerCase()}`}
        disabled={period.since <= customDateMinSeconds}
        onClick={() => onShift(-1)}
      />
      <strong aria-live="polite">{sayPeriod(period)}</strong>
      <IconButton
        icon="arrow-right"
        size="small"
        label={`Next ${periodNames[period.type].toLowerCase()}`}
        disabled={isNow}
        onClick={() => onShift(1)}
      />
    </div>
  </div>
);

interface UsageTableProps {
  readonly label: string;
  readonly items: readonly UsageItem[] | undefined;
  readonly others?: {
    readonly count: number;
    readonly used: string;
    readonly fromPackages: string;
    readonly land: string;
  } | null;
  readonly resource: MeteredResource | undefined;
  /** Duration of the usage. */
  readonly seconds: number;
}

type Entry = UsageItem & { readonly share: number };

/** Usage and cost by consumer. */
const UsageTable = ({ label, items, others, resource, seconds }: UsageTableProps) => {
  const rest = others && { key: "others", title: countOf(others.count, "other"), ...others };
  const entries = items && withShares(rest ? [...items, rest] : items, resource);
  return (
    <RowTable
      list={consumers}
      label={label}
      titles={resource === "IPFS_STORAGE" ? averageTitle : undefined}
      rows={entries}
      cells={cellsOf(resource, seconds)}
      without={resource ? [] : ["used"]}
    />
  );
};

const kinds: Readonly<Record<SubjectKind, string>> = {
  PROJECT: "Project",
  BUCKET: "Bucket",
  GATEWAY: "Gateway",
  ROLLUP: "Rollup",
  RPC_KEY: "RPC key",
  AI_KEY: "AI key",
  TEAM: "",
  DELETED: "",
};

const averageTitle = { used: "Average" };

const consumers = defineRows({
  label: "Usage",
  fields: { key: id(), title: shown("Name"), used: shown("Used"), land: land("Cost") },
  key: "key",
  columns: { title: {}, used: { width: "110px", align: "end" }, land: { width: "210px", align: "end" } },
  sort: ["title", "used", "land"],
  empty: { icon: "overview", title: messages.noData, text: "" },
});

const cellsOf = (resource: MeteredResource | undefined, seconds: number): RowCells<Entry> => ({
  title: ({ title, kind, share }) => (
    <span className={styles.what}>
      <TwoLines first={serviceNames[title as BilledService] ?? title} second={kind ? kinds[kind] : ""} />
      {share > 0 && <i className={styles.share} style={{ inlineSize: `${share * 100}%` }} />}
    </span>
  ),
  ...(resource && { used: ({ used }: Entry) => formatUsed(resource, used, seconds) }),
});

/** For storage: the average stored. */
const formatUsed = (resource: MeteredResource, used: string, seconds: number): string =>
  resource === "IPFS_STORAGE"
    ? formatBytes(BigInt(used) / BigInt(Math.max(seconds, 1)))
    : formatAmount(resource, Number(used));

/** Each item's share of the total, 0 to 1. */
const withShares = (items: readonly UsageItem[], resource: MeteredResource | undefined): Entry[] => {
  const sizeOf = ({ used, land }: UsageItem): bigint => BigInt(resource ? used : land);
  const total = items.reduce((sum, item) => sum + sizeOf(item), 0n);
  return items.map((item) => ({
    ...item,
    share: total === 0n ? 0 : Number((sizeOf(item) * 1000n) / total) / 1000,
  }));
};
