import type { Activity } from "../../../../resources/boost/task-calls.ts";
import { rewardLabel } from "../../../../resources/boost/task-model.ts";
import { serverNow } from "../../flows/boost/node.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { icons, type IconName } from "../../ui/icons.ts";
import { Row } from "../boost-frame/panel.tsx";
import styles from "./tasks.module.css";

interface TaskRowProps {
  readonly task: Activity;
  readonly busy: string | undefined;
  readonly onAdvance: () => void;
}

/** A task with its description, reward and next action. */
export const TaskRow = ({ task, busy, onAdvance }: TaskRowProps) => {
  const { actId, actName, actStatus, description, icon, reward } = task;
  const isDone = actStatus === "DONE";
  return (
    <Row
      icon={taskIcon(icon)}
      title={actName}
      isDone={isDone}
      text={
        <>
          {description}
          <span className={styles.note}>{notesOf(task).join(" · ")}</span>
          <span className={styles.reward}>{rewardLabel(reward)}</span>
        </>
      }
      trailing={
        isDone ? (
          <span role="img" aria-label="Done">
            <Icon name="check" size={20} />
          </span>
        ) : (
          <Button
            kind={actStatus === "CLAIM" ? "primary" : "secondary"}
            busy={busy === actId}
            disabled={busy !== undefined}
            onClick={onAdvance}
          >
            {actionLabel(task)}
          </Button>
        )
      }
    />
  );
};

const actionLabel = ({ actStatus, extra: { asks } }: Activity): string => {
  if (actStatus === "CLAIM") return "Claim";
  if (asks === null) return "Go";
  return asks === "WORD" ? "Enter word" : "Enter code";
};

/** Returns notes on progress, deadline and missing verification. */
const notesOf = ({ actStatus, extra: { have, want, onTrust, readyAt, daily, endsAt } }: Activity): string[] => {
  if (actStatus === "DONE") return daily ? ["Available again tomorrow (UTC)"] : [];
  const left = readyAt === null ? 0 : readyAt - serverNow();
  const days = endsAt === null ? undefined : Math.ceil((endsAt - serverNow()) / 86_400);
  return [
    want > 1 && `${have} of ${want}`,
    daily && "Every day",
    onTrust && "Not verified: open it to complete",
    actStatus === "UNDO" && left > 0 && `Claim in ${left} s`,
    days !== undefined && (days > 1 ? `${days} days left` : "Ends today"),
  ].filter((note) => note !== false);
};

/** An activity's icon: an icon name, an image URL, or the default. */
const taskIcon = (icon: string) => {
  if (icon in icons) return icon as IconName;
  return /^(https?:\/\/|\/)/.test(icon) ? <img src={icon} alt="" loading="lazy" /> : ("spark" as const);
};
