import { LandField } from "../../billing/land-field.tsx";
import styles from "./keys.module.css";

export interface Limits {
  readonly limit: string | null;
  readonly weeklyLimit: string | null;
  readonly dailyLimit: string | null;
}

const fields = [
  { key: "dailyLimit", label: "LAND per day" },
  { key: "weeklyLimit", label: "LAND per week" },
  { key: "limit", label: "LAND per month" },
] as const;

interface LimitFieldsProps {
  readonly values: Limits;
  readonly problems: Readonly<Record<string, string>>;
  readonly disabled?: boolean;
  readonly onChange: (changes: Partial<Limits>) => void;
}

/** A key's spending limits in LAND. Blank means no limit. */
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
      Periods follow UTC; weeks start on Monday. At a limit, requests fail with error 402 until the next period.
    </p>
  </div>
);
