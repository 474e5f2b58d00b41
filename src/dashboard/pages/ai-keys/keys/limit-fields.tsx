import { LandField } from "../../billing/land-field.tsx";
import styles from "./keys.module.css";

export interface Limits {
  readonly limit: string | null;
  readonly weeklyLimit: string | null;
  readonly dailyLimit: string | null;
}

const fields = [
  { key: "dailyLimit", label: "LAND a day" },
  { key: "weeklyLimit", label: "LAND a week" },
  { key: "limit", label: "LAND a month" },
] as const;

interface LimitFieldsProps {
  readonly values: Limits;
  readonly problems: Readonly<Record<string, string>>;
  readonly disabled?: boolean;
  readonly onChange: (changes: Partial<Limits>) => void;
}

/** How much LAND a key may spend; what is left empty is without limit. */
export const LimitFields = ({ values, problems, disabled = false, onChange }: LimitFieldsProps) => (
  <div>
    <div className={styles.limits}>
      {fields.map(({ key, label }) => (
        <LandField
          key={key}
          label={label}
          placeholder="No limit"
          land={values[key] ?? ""}
          disabled={disabled}
          error={problems[key] ?? ""}
          onChange={(land) => onChange({ [key]: land === "" ? null : land })}
        />
      ))}
    </div>
    <p className={styles.note}>
      Days, weeks from Monday and months are UTC. At a limit the key answers 402 until the next one begins.
    </p>
  </div>
);
