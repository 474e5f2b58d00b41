/** What the forms of a key have in common: limits side by side, and the choice of models. */
import { useState } from "react";
import { listAiModels } from "../../../../../resources/ai/model-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import styles from "./keys.module.css";

export const keyFormParts = {
  pairs: [["dailyLimit", "weeklyLimit", "limit"]],
  below: {
    limit: () => (
      <p className={styles.note}>
        Periods follow UTC; weeks start on Monday. At a limit, requests fail with error 402 until the next period.
      </p>
    ),
  },
} as const;

const options = [
  { value: "all", label: "All models" },
  { value: "some", label: "Selected models" },
] as const;

interface ModelsFieldProps {
  /** Empty means all models. */
  readonly value: readonly string[] | undefined;
  readonly disabled: boolean;
  readonly onChange: (models: string[]) => void;
}

/** Models that a key can use. */
export const ModelsField = ({ value: chosen = [], disabled, onChange }: ModelsFieldProps) => {
  const { data: models = [] } = useCall(listAiModels);
  const [isSelecting, setSelecting] = useState(false);
  const isLimited = isSelecting || chosen.length > 0;
  const available = new Set(models.map(({ id }) => id));
  const unavailable = chosen.filter((id) => !available.has(id));
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className={styles.models} disabled={disabled}>
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
