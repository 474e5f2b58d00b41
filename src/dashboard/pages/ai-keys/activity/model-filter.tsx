import type { AiModel } from "../../../../../resources/ai-rpc/model-calls.ts";

interface ModelFilterProps {
  readonly models: readonly AiModel[];
  /** "" for all models. */
  readonly value: string;
  readonly onChange: (model: string) => void;
}

/** Filters requests by model. A model from the URL stays selectable even if it is no longer available. */
export const ModelFilter = ({ models, value, onChange }: ModelFilterProps) => {
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
