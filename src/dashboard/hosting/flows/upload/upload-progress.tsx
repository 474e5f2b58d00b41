import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { formatDuration } from "../../../lib/format/duration.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { ProgressBar } from "../../../ui/states/progress-bar.tsx";
import type { UploadFlowState } from "./machine.ts";
import styles from "./upload-progress.module.css";

interface UploadProgressProps {
  readonly state: UploadFlowState;
  readonly onCancel: () => void;
}

/** Shows an upload's progress: share, bytes, files, speed, time left and errors. */
export const UploadProgress = ({ state, onCancel }: UploadProgressProps) => {
  switch (state.name) {
    case "idle":
    case "done":
      return null;
    case "failed":
      return <Banner kind="danger">{state.message}</Banner>;
    case "starting":
      return (
        <div className={styles.progress}>
          <ProgressBar label="Upload" />
          <p role="status">Preparing {countOf(state.totals.files, "file")}…</p>
        </div>
      );
    case "sending":
      return <Sending state={state} onCancel={onCancel} />;
  }
};

type SendingState = Extract<UploadFlowState, { readonly name: "sending" }>;

const Sending = ({ state, onCancel }: { readonly state: SendingState; readonly onCancel: () => void }) => {
  const { totals, sentBytes, sentFiles, bytesPerSecond, interrupted } = state;
  const secondsLeft = bytesPerSecond > 0 ? (totals.sizeBytes - sentBytes) / bytesPerSecond : undefined;
  return (
    <div className={styles.progress}>
      <ProgressBar label="Upload" value={totals.sizeBytes === 0 ? 1 : sentBytes / totals.sizeBytes} />
      <p>
        <strong>
          {formatBytes(sentBytes)} of {formatBytes(totals.sizeBytes)}
        </strong>
        <span>
          {formatWhole(sentFiles)} of {countOf(totals.files, "file")}
        </span>
      </p>
      <p>
        {interrupted ? (
          <span role="status">Connection lost. Reconnecting…</span>
        ) : (
          <span>
            {bytesPerSecond > 0 && `${formatBytes(bytesPerSecond)}/s`}
            {secondsLeft !== undefined && secondsLeft >= 1 && `, ${formatDuration(secondsLeft)} left`}
          </span>
        )}
        <Button kind="plain" size="small" onClick={onCancel}>
          Cancel upload
        </Button>
      </p>
    </div>
  );
};
