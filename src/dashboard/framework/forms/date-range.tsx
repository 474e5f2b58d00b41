import { lazy, Suspense, useState } from "react";
import { loadChunk } from "../../lib/async/load-chunk.ts";
import { IconButton } from "../../ui/button.tsx";
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
  /** Undefined if the list is not filtered by time. */
  readonly value: DateRange | undefined;
  readonly onChange: (range: DateRange) => void;
  /** Removes the range. Absent if one is required. */
  readonly onClear?: () => void;
}

const custom = "custom";
const options = [
  { value: "7d", label: "Past 7 days" },
  { value: "30d", label: "Past 30 days" },
  { value: custom, label: "Custom time" },
];

/** Selects a date range: the same ones on every screen. */
export const DateRangeSelector = ({ label, value, onChange, onClear }: DateRangeSelectorProps) => {
  const [isPicking, setPicking] = useState(false);
  const preset = typeof value === "object" ? custom : value;
  const selected = isPicking ? custom : preset;
  const clear = () => {
    setPicking(false);
    onClear?.();
  };
  return (
    <div className={styles.range}>
      <Segmented
        label={label}
        options={options}
        value={selected ?? ""}
        onChange={(picked) => {
          setPicking(picked === custom);
          if (picked !== custom) onChange(picked);
        }}
      />
      {selected === custom && (
        <Suspense fallback={<input className="fh-input" disabled aria-label="Custom time" />}>
          <RangePicker value={typeof value === "object" ? value : undefined} isOpened={isPicking} onChange={onChange} />
        </Suspense>
      )}
      {onClear && selected !== undefined && <IconButton icon="close" label="Any time" size="small" onClick={clear} />}
    </div>
  );
};

/** Returns the period of a range for calls that take `days`: past days are whole UTC days. */
export const spanOf = (
  range: DateRange,
): { readonly days?: number; readonly startAt?: number; readonly endAt?: number } => {
  if (typeof range !== "string") return { startAt: range.startSeconds, endAt: range.endSeconds };
  return { days: Number.parseInt(range) };
};

/** Returns the period of a range for calls that take two moments. Past days start at a full hour, so that replies can be cached. */
export const momentsOf = (range: DateRange, nowMs = Date.now()): { startAt: number; endAt?: number } => {
  if (typeof range !== "string") return { startAt: range.startSeconds, endAt: range.endSeconds };
  const hour = Math.floor(nowMs / 3_600_000) * 3600;
  return { startAt: hour - Number.parseInt(range) * 86_400 };
};
