import { useMemo, type ReactNode } from "react";
import type { aiActivity } from "../../../../../resources/ai-rpc/key-calls.ts";
import { listAiModels, type AiModel } from "../../../../../resources/ai-rpc/model-calls.ts";
import { aiActivityDays } from "../../../../../resources/ai-rpc/limits.ts";
import type { Reply } from "../../../../../resources/call-input.ts";
import { useCall, type CallResult } from "../../../framework/data/use-call.ts";
import { useUrlQuery } from "../../../framework/data/use-url-query.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { formatLand } from "../../../lib/format/land.ts";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { StatusTag } from "../../../ui/status-tag.tsx";

export type AiRequest = Reply<typeof aiActivity>["items"][number];

interface ActivityTableProps<Row extends AiRequest> {
  readonly title: string;
  readonly state: ActivityState;
  readonly activity: Pick<CallResult<never>, "error" | "reload"> & {
    readonly data: { readonly items: readonly Row[]; readonly total: number } | undefined;
  };
  /** Extra columns, inserted after the first. */
  readonly columns?: readonly Column<Row>[];
  readonly empty?: ReactNode;
}

/** Requests with tokens, cost and speed, newest first. */
export const ActivityTable = <Row extends AiRequest>({
  title,
  state,
  activity: { data, error, reload },
  columns = [],
  empty,
}: ActivityTableProps<Row>) => {
  const { data: models } = useCall(listAiModels);
  const [first, ...others] = activityColumns as readonly Column<AiRequest>[] as readonly Column<Row>[];
  const nothing = state.model === "" ? "No requests yet." : "No requests to this model.";
  return (
    <Card
      title={title}
      text={`Kept for ${aiActivityDays} days. Failed requests are not charged.`}
      actions={<ModelFilter models={models ?? []} value={state.model} onChange={state.onModel} />}
      flush
    >
      <DataTable<Row>
        label={title}
        columns={[first!, ...columns, ...others]}
        rows={data?.items}
        rowKey={({ id }) => id}
        skeletonRows={4}
        empty={(state.model === "" && empty) || <p className="fh-empty fh-muted">{nothing}</p>}
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination page={state.page} pageSize={activityPageSize} total={data?.total ?? 0} onPage={state.onPage} />
    </Card>
  );
};

const activityPageSize = 20;

/** Keeps the page and the model filter of a request list in the URL. */
export const useActivityState = () => {
  const { query, change } = useUrlQuery();
  const page = pageIn(query.get("page"));
  const model = query.get("model") ?? "";
  return {
    page,
    model,
    query: useMemo(() => ({ page, size: activityPageSize, ...(model !== "" && { model }) }), [page, model]),
    onPage: (next: number) => change({ page: next === 1 ? "" : String(next) }),
    onModel: (next: string) => change({ model: next, page: "" }),
  };
};

type ActivityState = ReturnType<typeof useActivityState>;

const pageIn = (text: string | null): number => (text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1);

interface ModelFilterProps {
  readonly models: readonly AiModel[];
  /** "" for all models. */
  readonly value: string;
  readonly onChange: (model: string) => void;
}

/** Filters requests by model. A model from the URL stays selectable even if it is no longer available. */
const ModelFilter = ({ models, value, onChange }: ModelFilterProps) => {
  const isKnown = value === "" || models.some(({ id }) => id === value);
  return (
    <select className="fh-select" aria-label="Model" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All models</option>
      {!isKnown && <option value={value}>{value}</option>}
      {models.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
};

const activityColumns: readonly Column<AiRequest>[] = [
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
