import type { Like } from "../../../../resources/define.ts";
import type { exportTransactions } from "../../../../resources/billing/record-calls.ts";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";
import { DateRangeSelector } from "../../framework/forms/date-range.tsx";
import styles from "./records.module.css";
import { presets, type useRecordsState } from "./use-records-state.ts";

interface FilterBarProps {
  readonly state: ReturnType<typeof useRecordsState>;
  /** Exports a period as a file. */
  readonly spec: Like<typeof exportTransactions>;
  readonly fileName: string;
  readonly title: string;
}

/** Period and export. */
export const FilterBar = ({ state, spec, fileName, title }: FilterBarProps) => (
  <div className={styles.bar}>
    <DateRangeSelector label="Time" presets={presets} value={state.range} onChange={state.setRange} />
    <CsvButton spec={spec} query={state.span} name={datedName(fileName)} title={title} />
  </div>
);
