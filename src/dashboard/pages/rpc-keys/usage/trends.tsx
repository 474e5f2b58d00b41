import type { CallInput } from "../../../../../resources/call-input.ts";
import { rpcTrends, type RpcStatType } from "../../../../../resources/rpc/stat-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Card } from "../../../ui/card.tsx";
import { Chart } from "../../../ui/chart/chart.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";

export interface CountedProps {
  readonly query: NonNullable<CallInput<typeof rpcTrends>["query"]> & { readonly type: RpcStatType };
}

export const countedLabel: Readonly<Record<RpcStatType, string>> = { REQUESTS: "Requests", CU: "Compute units" };

/** Requests or compute units over time. */
export const Trends = ({ query }: CountedProps) => {
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
