import { lazy, Suspense, useState } from "react";
import { loadChunk } from "../../lib/async/load-chunk.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import styles from "./date-range.module.css";

const RangePicker = lazy(async () => ({ default: (await loadChunk(() => import("./date-time.tsx"))).RangePicker }));

/** Days picked in the user's time zone, as Unix seconds; both ends inclusive. */
export interface CustomRange {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A preset's name, or custom days. */
export type DateRange = string | CustomRange;

interface DateRangeSelectorProps {
  readonly label: string;
  readonly value: DateRange;
  readonly onChange: (range: DateRange) => void;
  /** Offered beside the custom range; past 7 and 30 days by default. */
  readonly presets?: readonly { readonly value: string; readonly label: string }[];
}

const custom = "custom";
const usual = [
  { value: "7d", label: "Past 7 days" },
  { value: "30d", label: "Past 30 days" },
];

/** Selects a preset or a custom range. */
export const DateRangeSelector = ({ label, value, onChange, presets = usual }: DateRangeSelectorProps) => {
  const [isPicking, setPicking] = useState(false);
  const preset = typeof value === "string" ? value : custom;
  const selected = isPicking ? custom : preset;
  return (
    <div className={styles.range}>
      <Segmented
        label={label}
        options={[...presets, { value: custom, label: "Custom range" }]}
        value={selected}
        onChange={(picked) => {
          setPicking(picked === custom);
          if (picked !== custom) onChange(picked);
        }}
      />
      {selected === custom && (
        <Suspense fallback={<input className="fh-input" disabled aria-label="Custom range" />}>
          <RangePicker value={typeof value === "string" ? undefined : value} isOpened={isPicking} onChange={onChange} />
        </Suspense>
      )}
    </div>
  );
};
