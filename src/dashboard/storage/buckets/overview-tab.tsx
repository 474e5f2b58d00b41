import { useMemo, useState } from "react";
import { bucketChart, bucketOverview, type Line } from "../../../../resources/storage/bucket-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { countOf, formatCount } from "../../lib/format/count.ts";
import { Card } from "../../ui/panels/card.tsx";
import type { ChartKind, ChartUnit } from "../../ui/chart/chart-types.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { DateRangeSelector, type DateRange } from "../../framework/forms/date-range.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Tiles } from "../../ui/panels/tiles.tsx";
import { chartDataOf, spanOf } from "./chart-data.ts";

interface BucketPart {
  readonly bucket: string;
}

/** Totals and usage charts of a bucket. */
export const OverviewTab = ({ bucket }: BucketPart) => {
  const [range, setRange] = useState<DateRange>("7d");
  return (
    <div className="fh-stack">
      <Numbers bucket={bucket} />
      <DateRangeSelector label="Time" value={range} onChange={setRange} />
      {charts.map((chart) => (
        <LineCard key={chart.type} bucket={bucket} range={range} {...chart} />
      ))}
    </div>
  );
};

const Numbers = ({ bucket }: BucketPart) => {
  const { data, error, reload } = useCall(bucketOverview, { params: { bucket } });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  return (
    <Tiles
      count={4}
      tiles={
        data && [
          { title: "Storage", icon: "bucket", value: formatBytes(data.storageUsage), note: "Before deduplication" },
          {
            title: "Files",
            icon: "file",
            value: formatCount(data.files),
            note:
              data.incompleteUploads > 0
                ? countOf(data.incompleteUploads, "incomplete upload")
                : "No incomplete uploads",
          },
          { title: "Traffic", icon: "arrow-right", value: formatBytes(data.trafficPast30d), note: "Past 30 days" },
          { title: "Visits", icon: "eye", value: formatCount(data.visitsPast30d), note: "Past 30 days" },
        ]
      }
    />
  );
};

interface ChartOf {
  readonly type: Line;
  readonly title: string;
  readonly unit: ChartUnit;
  readonly kind: ChartKind;
}

const charts: readonly ChartOf[] = [
  { type: "STORAGE_LINE", title: "Storage", unit: "bytes", kind: "bars" },
  { type: "TRAFFIC_USAGE_LINE", title: "Traffic", unit: "bytes", kind: "bars" },
  { type: "REQUESTS_LINE", title: "Visits", unit: "count", kind: "bars" },
];

const LineCard = ({ bucket, range, type, title, unit, kind }: ChartOf & BucketPart & { readonly range: DateRange }) => {
  const span = useMemo(() => spanOf(range), [range]);
  const { data, error, reload } = useCall(bucketChart, { query: { type, bucket, ...span } });
  return (
    <Card title={title}>
      {error && !data ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <Chart label={title} unit={unit} kind={kind} heightPx={200} data={data && chartDataOf(title, data)} />
      )}
    </Card>
  );
};
