import { useState } from "react";
import type { AiModel } from "../../../../../resources/ai-rpc/model-calls.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import styles from "./keys.module.css";

const options = [
  { value: "all", label: "All models" },
  { value: "some", label: "Selected models" },
] as const;

interface ModelsFieldProps {
  readonly models: readonly AiModel[];
  /** Empty means all models. */
  readonly chosen: readonly string[];
  readonly disabled?: boolean;
  readonly onChange: (chosen: string[]) => void;
}

/** Models that a key can use. */
export const ModelsField = ({ models, chosen, disabled = false, onChange }: ModelsFieldProps) => {
  const [isSelecting, setSelecting] = useState(false);
  const isLimited = isSelecting || chosen.length > 0;
  const available = new Set(models.map(({ id }) => id));
  const unavailable = chosen.filter((id) => !available.has(id));
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className={styles.models} disabled={disabled}>
      <legend>Models</legend>
      <Segmented
        label="Models"
        options={options}
        value={isLimited ? "some" : "all"}
        disabled={disabled}
        onChange={(value) => {
          setSelecting(value === "some");
          if (value === "all") onChange([]);
        }}
      />
      {isLimited && (
        <div className={styles.list}>
          {models.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              {...(name !== id && { hint: id })}
              checked={chosen.includes(id)}
              onChange={(isChosen) => toggle(id, isChosen)}
            />
          ))}
          {unavailable.map((id) => (
            <Checkbox
              key={id}
              label={id}
              hint="Currently unavailable"
              checked
              onChange={(isChosen) => toggle(id, isChosen)}
            />
          ))}
        </div>
      )}
      {isLimited && chosen.length === 0 && (
        <p className="fh-muted">Choose at least one model. Until then, all models are allowed.</p>
      )}
    </fieldset>
  );
};
