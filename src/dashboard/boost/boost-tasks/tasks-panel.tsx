import { useEffect, useState } from "react";
import {
  firstTasks,
  namedTasks,
  nodeTasks,
  partnerTasks,
  preTasks,
  type Activity,
  exchangeProfile,
  setExchangeProfile,
} from "../../../../resources/boost/tasks/task-calls.ts";
import { rewardLabel } from "../../../../resources/boost/tasks/task-model.ts";
import { boostToast, toastProblem } from "../flows/boost/boost-toast.ts";
import { serverNow, useNode } from "../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { callForm, FormDialog } from "../../framework/forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { icons, type IconName } from "../../ui/icons.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import type { Cached } from "../../ui/cached/use-cached.ts";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { Panel, Rows, Row } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import { AnswerDialog } from "./answer-dialog.tsx";
import styles from "./tasks.module.css";
import { useAdvanceTask } from "./use-advance-task.ts";

type Kind = "tasks" | "newcomers" | "partners";
const kinds = [
  { value: "newcomers", label: "Newcomers" },
  { value: "tasks", label: "Tasks" },
  { value: "partners", label: "Partners" },
] as const;

/** Tasks that raise the rate; signed-out visitors see newcomer tasks first. */
export const TasksPanel = () => {
  const isOut = useNode().name === "out";
  const [kind, setKind] = useState<Kind>("newcomers");
  const lists = useTasks(kind, isOut);
  return (
    <Panel title="Tasks" text="Complete tasks to raise your rate.">
      {!isOut && (
        <div className={styles.tabs}>
          <Segmented label="Task list" options={kinds} value={kind} onChange={setKind} />
        </div>
      )}
      <BoostData key={kind} of={lists} rows={4}>
        {(tasks) => (isOut ? <Preview tasks={tasks} /> : <TaskList tasks={tasks} kind={kind} reload={lists.reload} />)}
      </BoostData>
    </Panel>
  );
};

/** Daily tasks come before one-time tasks. */
const useTasks = (kind: Kind, isOut: boolean) => {
  const pre = useCall(preTasks, { enabled: isOut || kind === "newcomers" });
  const first = useCall(firstTasks, { enabled: kind === "newcomers" });
  const partners = useCall(partnerTasks, { enabled: kind === "partners" });
  const daily = useCall(namedTasks, { params: { name: "daily" }, enabled: kind === "tasks" });
  const once = useCall(nodeTasks, { enabled: kind === "tasks" });
  if (isOut) return pre;
  if (kind === "partners") return partners;
  return kind === "newcomers" ? joined(pre, first) : joined(daily, once);
};

type Tasks = Omit<Cached<Activity[]>, "loading">;

/** Combines two lists. */
const joined = (one: Tasks, other: Tasks): Tasks => ({
  data: one.data && other.data && [...one.data, ...other.data],
  error: one.error ?? other.error,
  reload: () => {
    one.reload();
    other.reload();
  },
});

const Preview = ({ tasks }: { readonly tasks: readonly Activity[] }) => (
  <SignedOut
    icon="rocket"
    title={tasks[0]?.actName ?? "Join Boost"}
    text={tasks[0]?.description ?? "Connect your wallet and your node starts earning points."}
  />
);

interface TaskListProps {
  readonly tasks: readonly Activity[];
  readonly kind: Kind;
  readonly reload: () => void;
}

const TaskList = ({ tasks, kind, reload }: TaskListProps) => {
  const { busy, advance } = useAdvanceTask({ onDone: reload });
  const [asking, setAsking] = useState<Activity>();
  useReloadWhenReady(tasks, reload);
  if (tasks.length === 0) {
    return (
      <Nothing
        icon="check"
        title={kind === "partners" ? "No partner tasks" : "No tasks"}
        text="New tasks appear here."
      />
    );
  }
  const asks = (task: Activity) =>
    task.actStatus === "UNDO" && (task.extra.asks !== null || task.actType === "bind_exchange");
  const onAdvance = (task: Activity) => {
    if (asks(task)) setAsking(task);
    else advance(task.actId);
  };
  const close = () => {
    setAsking(undefined);
    reload();
  };
  return (
    <>
      <Rows>
        {tasks.map((task) => (
          <TaskRow key={task.actId} task={task} busy={busy} onAdvance={() => onAdvance(task)} />
        ))}
      </Rows>
      {asking?.actType === "bind_exchange" && <ExchangeDialog onClose={close} />}
      {asking && asking.extra.asks !== null && <AnswerDialog task={asking} asks={asking.extra.asks} onClose={close} />}
    </>
  );
};

/** Reloads when the wait of an opened task ends, and when the page becomes visible. */
const useReloadWhenReady = (tasks: readonly Activity[], reload: () => void): void => {
  const waits = tasks.flatMap(({ actStatus, extra: { readyAt } }) =>
    actStatus === "UNDO" && readyAt !== null ? [readyAt - serverNow()] : [],
  );
  const soonest = Math.min(...waits.filter((seconds) => seconds >= 0));
  useEffect(() => {
    if (!Number.isFinite(soonest)) return undefined;
    const timer = setTimeout(reload, (soonest + 1) * 1000);
    return () => clearTimeout(timer);
    // Only a new result starts a new wait.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tasks]);
};

interface TaskRowProps {
  readonly task: Activity;
  readonly busy: string | undefined;
  readonly onAdvance: () => void;
}

/** A task with its description, reward and next action. */
const TaskRow = ({ task, busy, onAdvance }: TaskRowProps) => {
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

const stateText = {
  PENDING: "Pending approval. You can claim the reward once the operator approves the account.",
  APPROVED: "Approved. This account can't be changed.",
  REFUSED: "Refused. Correct the account or enter another one.",
} as const;

/** Sets the exchange account for airdrops. */
const ExchangeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { data: saved, error } = useCall(exchangeProfile);
  useEffect(() => {
    if (error) toastProblem(error);
  }, [error]);
  return (
    <FormDialog
      title="Exchange account"
      width={500}
      form={callForm(setExchangeProfile)}
      initial={saved ?? { exchange: "binance" }}
      readOnly={saved?.status === "APPROVED"}
      head={
        <div className="fh-stack">
          <p>Airdrops can be paid to this account. Only one node can use it.</p>
          {saved && <p role="status">{stateText[saved.status]}</p>}
        </div>
      }
      submit="Save"
      onSaved={() => boostToast("success", "Exchange account saved. Claim the reward once it is approved.")}
      onClose={onClose}
    />
  );
};
