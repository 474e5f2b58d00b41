import { useState } from "react";
import { daysOf, formatRange, type DateRange } from "../lib/date-range.ts";
import { DateRangeForm } from "./date-range-form.tsx";
import styles from "./date-range.module.css";
import { Segmented } from "./segmented.tsx";

interface Preset {
  readonly value: string;
  readonly label: string;
}

interface DateRangeSelectorProps {
  readonly label: string;
  readonly value: DateRange;
  readonly onChange: (range: DateRange) => void;
  /** Offered beside the custom range; past 7 and 30 days by default. */
  readonly presets?: readonly Preset[];
}

const custom = "custom";
const usual: readonly Preset[] = [
  { value: "7d", label: "Past 7 days" },
  { value: "30d", label: "Past 30 days" },
];

/**
 * Selects a preset or a custom range. The custom dates use the browser's own date fields, which are accessible,
 * localized and need no code.
 */
export const DateRangeSelector = ({ label, value, onChange, presets = usual }: DateRangeSelectorProps) => {
  const customRange = typeof value === "string" ? undefined : value;
  const [isPicking, setPicking] = useState(false);
  const isCustom = isPicking || customRange !== undefined;
  return (
    <div className={styles.range}>
      <Segmented
        label={label}
        options={[...presets, { value: custom, label: "Custom range" }]}
        value={isCustom ? custom : (value as string)}
        onChange={(picked) => {
          setPicking(picked === custom);
          if (picked !== custom) onChange(picked);
        }}
      />
      {isPicking && (
        <DateRangeForm
          initial={daysOf(customRange)}
          onPicked={(range) => {
            setPicking(false);
            onChange(range);
          }}
        />
      )}
      {customRange && !isPicking && (
        <button type="button" className={`fh-input ${styles.chosen}`} onClick={() => setPicking(true)}>
          {formatRange(customRange)}
          <span className="fh-hidden">, change</span>
        </button>
      )}
    </div>
  );
};
