import { useRef, useState, useSyncExternalStore } from "react";
import { formatBytes } from "../../lib/format/bytes.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import { IconButton } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useFixedWindow } from "../../ui/use-fixed-window.ts";
import { browserQueue } from "./browser-queue.ts";
import { summaryOf, type Summary } from "./machine.ts";
import { PanelActions } from "./panel-actions.tsx";
import type { QueueState } from "./queue.ts";
import { isUnfinished, type QueuedFile } from "./queued-file.ts";
import styles from "./upload-panel.module.css";
import { rowPx, UploadRow } from "./upload-row.tsx";

/** The upload queue, docked at the bottom of every screen while it has files. */
const UploadPanel = () => {
  const { files, live, bytesPerSecond, elsewhere } = useQueue();
  const [open, setOpen] = useState(true);
  if (files.length === 0) return null;
  const summary = summaryOf(files, live);
  const isOver = files.every((file) => !isUnfinished(file));
  return (
    <section className={styles.panel} aria-label="Uploads" data-upload-panel>
      <header className={styles.head}>
        <h2>{titleOf(summary)}</h2>
        <IconButton
          icon={open ? "chevron-down" : "chevron-up"}
          size="small"
          label={open ? "Collapse uploads" : "Expand uploads"}
          expanded={open}
          onClick={() => setOpen(!open)}
        />
        {isOver && (
          <IconButton
            icon="close"
            size="small"
            label="Close uploads"
            onClick={() => void browserQueue().remove(files.map(({ id }) => id))}
          />
        )}
      </header>
      {!isOver && (
        <ProgressBar
          label="All uploads"
          value={summary.sizeBytes === 0 ? summary.done / summary.files : summary.sentBytes / summary.sizeBytes}
        />
      )}
      {open && (
        <>
          {!isOver && (
            <div className={styles.bar}>
              <PanelNumbers summary={summary} bytesPerSecond={bytesPerSecond} elsewhere={elsewhere} />
              <PanelActions files={files} summary={summary} />
            </div>
          )}
          <Rows files={files} live={live} />
        </>
      )}
      <p className="fh-hidden" role="status">
        {endMessage(summary)}
      </p>
    </section>
  );
};
export default UploadPanel;

const Rows = ({ files, live }: Pick<ReturnType<typeof useQueue>, "files" | "live">) => {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = sortForDisplay(files);
  const { first, end, onScroll } = useFixedWindow(scroller, shown.length, rowPx);
  return (
    <div ref={scroller} className={styles.scroller} onScroll={onScroll} tabIndex={0} role="region" aria-label="Files">
      <ul className={styles.list} style={{ height: shown.length * rowPx }}>
        {shown.slice(first, end).map((file, offset) => (
          <UploadRow key={file.id} file={file} live={live[file.id]} at={first + offset} count={shown.length} />
        ))}
      </ul>
    </div>
  );
};

/** Sorts files: those that require an action first, completed ones last. */
const sortForDisplay = (files: readonly QueuedFile[]): readonly QueuedFile[] => {
  const stuck = files.filter(({ state }) => state !== "waiting" && state !== "paused" && state !== "done");
  const unfinishedFiles = files.filter(({ state }) => state === "waiting" || state === "paused");
  return [...stuck, ...unfinishedFiles, ...files.filter(({ state }) => state === "done").toReversed()];
};

const titleOf = ({ files, done, active, paused, stuck }: Summary): string => {
  if (active > 0) return `Uploading: ${formatWhole(done)} of ${countOf(files, "file")} done`;
  if (stuck > 0) return `${countOf(stuck, "upload needs", "uploads need")} you`;
  if (paused > 0) return `${countOf(paused, "upload")} paused`;
  return `${countOf(done, "file")} uploaded`;
};

/** Announces the end of the queue, not each file. */
const endMessage = ({ done, active, stuck }: Summary): string => {
  if (active > 0) return stuck > 0 ? `${countOf(stuck, "upload needs", "uploads need")} you.` : "";
  return [
    done > 0 && `${countOf(done, "file")} uploaded.`,
    stuck > 0 && `${countOf(stuck, "upload needs", "uploads need")} you.`,
  ]
    .filter(Boolean)
    .join(" ");
};

interface PanelNumbersProps {
  readonly summary: Summary;
  readonly bytesPerSecond: number;
  readonly elsewhere: boolean;
}

/** Shows sent bytes, speed and remaining time. */
const PanelNumbers = ({ summary, bytesPerSecond, elsewhere }: PanelNumbersProps) => {
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

/** Returns the queue's current state. */
const useQueue = (): QueueState => {
  const queue = browserQueue();
  return useSyncExternalStore(queue.subscribe, queue.get);
};
