import { analyticsTypes, type AnalyticsType } from "../../../../../resources/billing/records.ts";
import { customDateMinSeconds, meteredResources, type MeteredResource } from "../../../../../resources/limits.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { nameOfResource } from "../../overview/usage-tiles.ts";
import { periodNames, sayPeriod, type Period } from "./periods.ts";
import styles from "./usage.module.css";

interface UsageControlsProps {
  readonly period: Period;
  readonly resource: MeteredResource | undefined;
  /** Contains the current moment, so there is no later period. */
  readonly isNow: boolean;
  readonly onType: (type: AnalyticsType) => void;
  readonly onShift: (by: number) => void;
  readonly onResource: (resource: MeteredResource | undefined) => void;
}

const types = analyticsTypes.map((value) => ({ value, label: periodNames[value] }));

/** Resource and period of the chart. */
export const UsageControls = ({ period, resource, isNow, onType, onShift, onResource }: UsageControlsProps) => (
  <div className={styles.bar}>
    <label>
      <span className="fh-hidden">Resource</span>
      <select
        className="fh-select"
        value={resource ?? ""}
        onChange={(event) => onResource((event.target.value || undefined) as MeteredResource | undefined)}
      >
        <option value="">All resources</option>
        {meteredResources.map((name) => (
          <option key={name} value={name}>
            {nameOfResource(name)}
          </option>
        ))}
      </select>
    </label>
    <Segmented label="Time" options={types} value={period.type} onChange={onType} />
    <div className={styles.period}>
      <IconButton
        icon="arrow-left"
        size="small"
        label={`Previous ${periodNames[period.type].toLowerCase()}`}
        disabled={period.since <= customDateMinSeconds}
        onClick={() => onShift(-1)}
      />
      <strong aria-live="polite">{sayPeriod(period)}</strong>
      <IconButton
        icon="arrow-right"
        size="small"
        label={`Next ${periodNames[period.type].toLowerCase()}`}
        disabled={isNow}
        onClick={() => onShift(1)}
      />
    </div>
  </div>
);
