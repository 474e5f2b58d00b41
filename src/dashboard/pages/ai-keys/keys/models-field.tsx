import { useState } from "react";
import type { AiModel } from "../../../../../resources/ai-rpc/model-calls.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import styles from "./keys.module.css";

const options = [
  { value: "all", label: "All models" },
  { value: "some", label: "Only these" },
] as const;

interface ModelsFieldProps {
  readonly models: readonly AiModel[];
  /** All of them while none is chosen. */
  readonly chosen: readonly string[];
  readonly disabled?: boolean;
  readonly onChange: (chosen: string[]) => void;
}

/** Which models a key may use. */
export const ModelsField = ({ models, chosen, disabled = false, onChange }: ModelsFieldProps) => {
  const [narrows, setNarrows] = useState(false);
  const isNarrow = narrows || chosen.length > 0;
  const known = new Set(models.map(({ id }) => id));
  const gone = chosen.filter((id) => !known.has(id));
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className={styles.models} disabled={disabled}>
      <legend>Models</legend>
      <Segmented
        label="Models"
        options={options}
        value={isNarrow ? "some" : "all"}
        disabled={disabled}
        onChange={(value) => {
          setNarrows(value === "some");
          if (value === "all") onChange([]);
        }}
      />
      {isNarrow && (
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
          {gone.map((id) => (
            <Checkbox
              key={id}
              label={id}
              hint="Not offered right now"
              checked
              onChange={(isChosen) => toggle(id, isChosen)}
            />
          ))}
        </div>
      )}
      {isNarrow && chosen.length === 0 && (
        <p className="fh-muted">Choose one: while none is chosen, all are allowed.</p>
      )}
    </fieldset>
  );
};
