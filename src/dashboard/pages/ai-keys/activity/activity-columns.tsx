import { Moment } from "../../../framework/widgets/cell.tsx";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { formatLand } from "../../../lib/format/land.ts";
import type { Column } from "../../../ui/data-table-types.ts";
import { StatusTag } from "../../../ui/status-tag.tsx";
import type { AiRequest } from "./activity-table.tsx";

export const activityColumns: readonly Column<AiRequest>[] = [
  { key: "model", title: "Model", cell: ({ model }) => <span title={model}>{model}</span> },
  { key: "outcome", title: "Outcome", cell: ({ outcome }) => <Outcome of={outcome} />, width: "110px" },
  {
    key: "tokens",
    title: "Tokens in / out",
    cell: ({ inputTokens, outputTokens }) => `${formatWhole(inputTokens)} / ${formatWhole(outputTokens)}`,
    width: "136px",
    align: "end",
  },
  {
    key: "cost",
    title: "Cost",
    cell: ({ cost, outcome }) => (outcome === "failed" ? "–" : costLabel(cost)),
    width: "118px",
    align: "end",
  },
  {
    key: "first",
    title: "First token",
    cell: ({ firstTokenMs }) => (firstTokenMs === null ? "–" : formatMilliseconds(firstTokenMs)),
    width: "108px",
    align: "end",
  },
  {
    key: "speed",
    title: "Speed",
    cell: ({ speed }) => speedLabel(speed),
    width: "124px",
    align: "end",
    wideOnly: true,
  },
  { key: "createdAt", title: "Time", cell: ({ createdAt }) => <Moment seconds={createdAt} />, width: "172px" },
];

export const costLabel = (cost: string): string => (BigInt(cost) === 0n ? "Free" : `${formatLand(cost)} LAND`);

export const speedLabel = (tokensPerSecond: number | null): string =>
  tokensPerSecond === null ? "–" : `${formatWhole(Math.round(tokensPerSecond))} tokens/s`;

const outcomes = {
  done: { state: "success", label: "Done" },
  broken: { state: "neutral", label: "Stopped" },
  failed: { state: "failed", label: "Failed" },
} as const;

const Outcome = ({ of }: { readonly of: AiRequest["outcome"] }) => <StatusTag {...outcomes[of]} />;
