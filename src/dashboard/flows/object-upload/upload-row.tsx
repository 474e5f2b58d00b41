import { classNames } from "../../lib/class-names.ts";
import { formatBytes } from "../../lib/format/bytes.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { selectAgain } from "./begin.ts";
import { browserQueue } from "./browser-queue.ts";
import { requestRead } from "./file-source.ts";
import { isStopped, type Live, type QueuedFile, type QueuedState } from "./queued-file.ts";
import styles from "./upload-panel.module.css";

interface UploadRowProps {
  readonly file: QueuedFile;
  readonly live: Live | undefined;
  readonly at: number;
  readonly count: number;
}

export const rowPx = 64;

/** One file: its target, progress and actions. */
export const UploadRow = ({ file, live, at, count }: UploadRowProps) => {
  const { key, state, sizeBytes } = file;
  const name = key.slice(key.lastIndexOf("/") + 1);
  const sentBytes = Math.max(file.sentBytes, live?.sentBytes ?? 0);
  const needsAction = isStopped(file) && state !== "paused";
  return (
    <li
      className={classNames(styles.row, styles[state])}
      style={{ transform: `translateY(${at * rowPx}px)` }}
      aria-posinset={at + 1}
      aria-setsize={count}
    >
      <span className={styles.mark}>
        <Icon name={needsAction ? "alert" : (marks[state] ?? "file")} size={16} />
      </span>
      <div className={styles.words}>
        <span className={styles.name} title={`${file.bucket}/${key}`}>
          <bdi>{name}</bdi>
        </span>
        <small className={styles.say} title={file.problem}>
          {stateText(file, live, sentBytes)}
        </small>
        {(live || (sentBytes > 0 && state !== "done")) && (
          <ProgressBar label={`Upload of ${name}`} value={sizeBytes === 0 ? 1 : Math.min(1, sentBytes / sizeBytes)} />
        )}
      </div>
      <RowActions file={file} name={name} />
    </li>
  );
};

const marks: Partial<Record<QueuedState, IconName>> = { done: "check", paused: "pause" };

const stateText = (file: QueuedFile, live: Live | undefined, sentBytes: number): string => {
  const size = formatBytes(file.sizeBytes);
  if (file.problem !== undefined && isStopped(file)) return file.problem;
  if (file.state === "done") return `${size}, in ${file.bucket}`;
  if (file.state === "paused") return `Paused at ${formatBytes(sentBytes)} of ${size}`;
  if (live?.phase === "offline") return "Offline. Resumes automatically";
  if (live?.phase === "checking") return "Verifying…";
  if (live) return `${formatBytes(sentBytes)} of ${size}`;
  return sentBytes > 0 ? `Queued at ${formatBytes(sentBytes)} of ${size}` : `${size}, queued`;
};

const RowActions = ({ file, name }: { readonly file: QueuedFile; readonly name: string }) => {
  const queue = browserQueue();
  const { id, state } = file;
  const allow = async () => {
    if (await requestRead(file)) await queue.allowed([id]);
  };
  const action = (icon: IconName, label: string, act: () => Promise<unknown>) => (
    <IconButton icon={icon} size="small" label={`${label} ${name}`} onClick={() => void act()} />
  );
  return (
    <span className={styles.acts}>
      {state === "waiting" && action("pause", "Pause", () => queue.order("pause", [id]))}
      {state === "paused" && action("play", "Resume", () => queue.order("resume", [id]))}
      {state === "failed" && action("refresh", "Upload again", () => queue.order("retry", [id]))}
      {state === "taken" && action("copy", "Replace", () => queue.order("replace", [id]))}
      {state === "choose" && action("file", "Choose again", selectAgain)}
      {state === "allow" && action("eye", "Allow reading", allow)}
      {action("close", "Remove", () => queue.remove([id]))}
    </span>
  );
};
