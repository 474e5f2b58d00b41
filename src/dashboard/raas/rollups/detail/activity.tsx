import { useActivity } from "../../flows/explorer/use-chain.ts";
import {
  activityBlocks,
  activityPoints,
  type Activity as ChainActivity,
} from "../../../chains/rollup/read-activity.ts";
import type { ChartData, ChartUnit } from "../../../ui/chart/chart-types.ts";
import { Chart } from "../../../ui/chart/chart.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";

/** Charts of a running rollup's latest blocks, read from its node. */
export const Activity = ({ rpc }: { readonly rpc: string }) => {
  const { data, error, reload } = useActivity({ rpc });
  if (error && !data)
    return (
      <Card>
        <ErrorState message={`Can't reach the rollup: ${error.message}`} onRetry={reload} />
      </Card>
    );
  return (
    <div className="fh-stack">
      {charts.map(({ label, text, unit, of }) => (
        <Card key={label} title={label} text={text}>
          <Chart label={label} unit={unit} heightPx={180} data={data && of(data)} />
        </Card>
      ))}
    </div>
  );
};

interface Charted {
  readonly label: string;
  readonly text: string;
  readonly unit: ChartUnit;
  readonly of: (activity: ChainActivity) => ChartData;
}

const charted = (label: string, key: "transactionsPerSecond" | "gas" | "blockMs") => (activity: ChainActivity) => {
  const { times, [key]: values } = activityPoints(activity.blocks);
  return { times, series: [{ label, values }] };
};

const charts: readonly Charted[] = [
  {
    label: "Transactions per second",
    text: `Of the latest ${activityBlocks} blocks: each block's transactions, over the time since the block before.`,
    unit: "rate",
    of: charted("Transactions per second", "transactionsPerSecond"),
  },
  { label: "Gas used", text: "Per block.", unit: "count", of: charted("Gas used", "gas") },
  {
    label: "Block time",
    text: "Time since the block before. Embedded rollups create a block when there is a transaction.",
    unit: "milliseconds",
    of: charted("Block time", "blockMs"),
  },
];
