import { cell } from "../../../framework/widgets/cell.tsx";
import { aiRequests, type aiTeamRequests } from "../../../../../resources/ai/key-calls.ts";
import { listAiModels, type AiModel } from "../../../../../resources/ai/model-calls.ts";
import { aiActivityDays } from "../../../../../resources/ai/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useListState } from "../../../framework/data/use-list-state.ts";
import { RecordList, type Cells, type RecordListProps } from "../../../framework/pages/record-list.tsx";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { Card } from "../../../ui/panels/card.tsx";

/** Requests with tokens, cost and speed, newest first. */
export const ActivityTable = <R extends typeof aiRequests | typeof aiTeamRequests>(list: RecordListProps<R>) => {
  const { data: models } = useCall(listAiModels);
  const { state, setFilter } = useListState(list.resource);
  return (
    <Card
      title={list.resource.title}
      text={`Kept for ${aiActivityDays} days. Failed requests are not charged.`}
      actions={
        <ModelFilter
          models={models ?? []}
          value={state.filters["model"] ?? ""}
          onChange={(model) => setFilter("model", model)}
        />
      }
      flush
    >
      <RecordList {...list} bare />
    </Card>
  );
};

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

/** Cells of a request's columns. */
export const requestCells: Cells<typeof aiRequests> = {
  inputTokens: ({ inputTokens, outputTokens }) => `${formatWhole(inputTokens)} / ${formatWhole(outputTokens)}`,
  cost: ({ cost, outcome }) => (outcome === "failed" ? "–" : cell(aiRequests.fields.cost, cost)),
  firstTokenMs: ({ firstTokenMs }) => (firstTokenMs === null ? "–" : formatMilliseconds(firstTokenMs)),
  speed: ({ speed }) => speedLabel(speed),
};

export const speedLabel = (tokensPerSecond: number | null): string =>
  tokensPerSecond === null ? "–" : `${formatWhole(Math.round(tokensPerSecond))} tokens/s`;
