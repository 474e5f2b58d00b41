import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { formatDuration } from "../../../lib/format/duration.ts";
import { IconButton } from "../../../ui/button.tsx";
import { ProgressBar } from "../../../ui/states/progress-bar.tsx";
import { useFixedWindow } from "../../../ui/table/use-fixed-window.ts";
import { browserQueue } from "./browser-queue.ts";
import { summaryOf, type Summary, type Command } from "./machine.ts";
import type { QueueState } from "./queue.ts";
import { isUnfinished, type QueuedFile, type QueuedState, isStopped, type Live } from "./queued-file.ts";
import styles from "./upload-panel.module.css";
import { Icon } from "../../../ui/icon.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Menu, type MenuItem } from "../../../ui/menu/menu.tsx";
import { selectAgain } from "./begin.ts";
import { requestRead } from "./file-source.ts";
import { classNames } from "../../../lib/class-names.ts";
import type { IconName } from "../../../ui/icons.ts";

/** The upload queue, docked at the bottom of every screen while it has files. */
const UploadPanel = () => {
  const { files, live, bytesPerSecond, elsewhere } = useQueue();
  const isOver = files.every((file) => !isUnfinished(file));
  const isSettled = useSettled(isOver);
  const [chosen, setChosen] = useState<Choice>({ isOver, open: !isOver });
  // Expanding an earlier queue says nothing about the next one.
  if (chosen.isOver && !isOver) setChosen({ isOver, open: true });
  const open = isOpen(chosen, { isOver, isSettled });
  useLeave(!open && files.every(({ state }) => state === "done"), files);
  if (files.length === 0) return null;
  const summary = summaryOf(files, live);
  return (
    <section className={styles.panel} aria-label="Uploads" data-upload-panel>
      <header className={styles.head}>
        <h2>{titleOf(summary)}</h2>
        <IconButton
          icon={open ? "chevron-down" : "chevron-up"}
          size="small"
          label={open ? "Collapse uploads" : "Expand uploads"}
          expanded={open}
          onClick={() => setChosen({ isOver, open: !open })}
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

interface Choice {
  /** Whether all files were uploaded at the time. */
  readonly isOver: boolean;
  readonly open: boolean;
}

/** Only the title is left a moment after all files are uploaded, until the user expands it. New files open the panel again. */
const isOpen = (
  chosen: Choice,
  { isOver, isSettled }: { readonly isOver: boolean; readonly isSettled: boolean },
): boolean => {
  if (chosen.isOver === isOver) return chosen.open;
  return isOver ? chosen.open && !isSettled : true;
};

/** How long the panel stays open after the last file. */
const settleMs = 4000;

/** Returns whether the queue has been finished for a moment. */
const useSettled = (isOver: boolean): boolean => {
  const [isSettled, setSettled] = useState(isOver);
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => {
      clearTimeout(timer);
      setSettled(false);
    };
  }, [isOver]);
  return isSettled;
};

/** Removes completed uploads, once only their title is left, when the user opens another page. */
const useLeave = (isDone: boolean, files: readonly QueuedFile[]): void => {
  const { pathname } = useLocation();
  const done = useRef<readonly string[]>([]);
  useEffect(() => {
    done.current = isDone ? files.map(({ id }) => id) : [];
  }, [isDone, files]);
  useEffect(() => () => void (done.current.length > 0 && browserQueue().remove(done.current)), [pathname]);
};

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

interface PanelActionsProps {
  readonly files: readonly QueuedFile[];
  readonly summary: Summary;
}

/** Actions for all files of the queue. */
const PanelActions = ({ files, summary }: PanelActionsProps) => {
  const queue = browserQueue();
  const all = files.map(({ id }) => id);
  const order = (command: Command) => () => void queue.order(command, all);
  const has = (state: QueuedState) => files.some((file) => file.state === state);
  const unfinished = files.filter(isUnfinished);
  const removeAll = async () => {
    const text = `${countOf(unfinished.length, "file")} not yet uploaded will be removed. Uploaded files stay in the bucket.`;
    if (await dialogs.confirm({ title: "Remove all from the queue", text, ok: "Remove all", danger: true }))
      await queue.remove(all);
  };
  const items: MenuItem[] = [
    ...(has("failed") ? [{ label: "Retry failed uploads", icon: "refresh", onSelect: order("retry") } as const] : []),
    ...(has("taken")
      ? [{ label: "Replace all existing files", icon: "copy", onSelect: order("replace") } as const]
      : []),
    ...(has("allow")
      ? [{ label: "Allow reading all files", icon: "eye", onSelect: () => void allowAll(files) } as const]
      : []),
    ...(has("choose")
      ? [{ label: "Choose files again", icon: "file", onSelect: () => void selectAgain() } as const]
      : []),
    { label: "Remove all", icon: "trash", danger: true, onSelect: () => void removeAll() },
  ];
  return (
    <span>
      {summary.active > 0 && <IconButton icon="pause" size="small" label="Pause all" onClick={order("pause")} />}
      {summary.paused > 0 && <IconButton icon="play" size="small" label="Resume all" onClick={order("resume")} />}
      <Menu label="Actions for all uploads" groups={[items]} className="fh-icon-button is-small">
        <Icon name="more" size={16} />
      </Menu>
    </span>
  );
};

/** Requests permission once per folder and per single file. */
const allowAll = async (files: readonly QueuedFile[]): Promise<void> => {
  const requested: FileSystemHandle[] = [];
  for (const file of files.filter(({ state }) => state === "allow")) {
    const handle = file.root ?? file.handle;
    if (!handle) continue;
    let isKnown = false;
    for (const one of requested) isKnown ||= await one.isSameEntry(handle);
    if (isKnown) continue;
    requested.push(handle);
    if (!(await requestRead(file))) break;
  }
  await browserQueue().allowed(files.map(({ id }) => id));
};

interface UploadRowProps {
  readonly file: QueuedFile;
  readonly live: Live | undefined;
  readonly at: number;
  readonly count: number;
}

const rowPx = 64;

/** One file: its target, progress and actions. */
const UploadRow = ({ file, live, at, count }: UploadRowProps) => {
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
