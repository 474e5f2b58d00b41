import { formatBytes } from "../../lib/format/bytes.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import type { Summary } from "./machine.ts";
import styles from "./upload-panel.module.css";

interface PanelNumbersProps {
  readonly summary: Summary;
  readonly bytesPerSecond: number;
  readonly elsewhere: boolean;
}

/** Shows sent bytes, speed and remaining time. */
export const PanelNumbers = ({ summary, bytesPerSecond, elsewhere }: PanelNumbersProps) => {
  const { sizeBytes, sentBytes, active } = summary;
  const secondsLeft = bytesPerSecond > 0 ? (sizeBytes - sentBytes) / bytesPerSecond : 0;
  return (
    <p className={styles.numbers}>
      <span>
        {formatBytes(sentBytes)} of {formatBytes(sizeBytes)}
      </span>
      {active > 0 && bytesPerSecond >= 1 && <span>{formatBytes(bytesPerSecond)}/s</span>}
      {active > 0 && secondsLeft >= 1 && <span>{formatDuration(secondsLeft)} left</span>}
      {elsewhere && <span>Uploading in another tab</span>}
    </p>
  );
};
