import type { Activity, ActivityStatus } from "../../../../resources/rewards/activity-calls.ts";
import { classNames } from "../../lib/class-names.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { Icon, iconNamed } from "../../ui/icon.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import styles from "./task-hub.module.css";

interface TaskRowProps {
  readonly task: Activity;
  readonly busy: boolean;
  readonly onAdvance: () => void;
}

/** A task with its progress, points and next step. */
export const TaskRow = ({ task, busy, onAdvance }: TaskRowProps) => {
  const { title, desc, icon, points, status, done, goal } = task;
  return (
    <li className={classNames(styles.task, status === "COMPLETED" && styles.collected)}>
      <span className={styles.icon}>
        <Icon name={iconNamed(icon)} size={20} />
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        <p className="fh-muted">{desc}</p>
        {goal > 1 && (
          <div className={styles.progress}>
            <ProgressBar label={`${title}: ${done} of ${goal}`} value={done / goal} />
            <span>
              {formatWhole(done)} of {formatWhole(goal)}
            </span>
          </div>
        )}
      </div>
      <span className={styles.brings}>+{formatWhole(points)} points</span>
      <span className={styles.step}>
        {status === "COMPLETED" ? (
          <span className={styles.done}>
            <Icon name="check" size={16} /> Collected
          </span>
        ) : (
          <Button
            kind={status === "CLAIM" ? "primary" : "secondary"}
            busy={busy}
            disabled={status === "DONE_TO_STAY"}
            onClick={onAdvance}
          >
            {actionLabels[status]}
            <span className="fh-hidden"> {title}</span>
          </Button>
        )}
      </span>
    </li>
  );
};

const actionLabels: Readonly<Record<Exclude<ActivityStatus, "COMPLETED">, string>> = {
  CLAIM: "Collect",
  ON_GOING: "Go",
  DONE_TO_STAY: "Checking…",
  NOT_READY: "View requirements",
  DENY: "Activate account",
};
