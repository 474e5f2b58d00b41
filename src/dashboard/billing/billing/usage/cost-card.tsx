import { landUsedAnalytics } from "../../../../../resources/billing/analytics-calls.ts";
import { useState } from "react";
import { useCall } from "../../../framework/data/use-call.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Chart } from "../../../ui/chart/chart.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { periodAt } from "./periods.ts";
import { usageChart } from "./usage-chart.ts";

const all = { resource: undefined, measure: "land" } as const;

/** The cost of each day of the month, with the value of the usage that packages cover. */
export const CostCard = () => {
  const [nowSeconds] = useState(() => Math.floor(Date.now() / 1000));
  const period = periodAt("DAY", nowSeconds);
  const { data, error, reload } = useCall(landUsedAnalytics, {
    query: { analyticsType: period.type, timestamp: period.until - 1 },
  });
  return (
    <Card
      title="Cost over time"
      text="By day (UTC). Usage that your packages cover is shown at its price."
      actions={
        <LinkButton size="small" to="?tab=usage">
          View usage
        </LinkButton>
      }
    >
      {error && !data ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <Chart
          label="Cost"
          kind="bars"
          unit="land"
          heightPx={200}
          data={data && usageChart(data, period, all, nowSeconds)}
        />
      )}
    </Card>
  );
};
