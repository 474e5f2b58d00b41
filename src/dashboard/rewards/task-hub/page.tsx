import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { pointOverview, points } from "../../../../resources/rewards/points.ts";
import type { Like } from "../../../../resources/declare/define.ts";
import {
  dailyActivities,
  newbieActivities,
  progressActivities,
  type Activity,
  type ActivityStatus,
  nextActivity,
  type NextStep,
} from "../../../../resources/rewards/activity-calls.ts";
import { quest, referral } from "../../../../resources/rewards/pages.ts";
import { type CallResult, useCall } from "../../framework/data/use-call.ts";
import { type Cells, RecordList } from "../../framework/pages/record-list.tsx";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { LinkButton, Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import styles from "./task-hub.module.css";
import { emailState } from "../../../../resources/account/email.ts";
import { sharedErrors } from "../../../../resources/declare/shared-errors.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Countdown } from "../../ui/states/countdown.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { AddressForm, CodeForm } from "../../account/flows/email/email-forms.tsx";
import { useRewardsChanged } from "./use-rewards-changed.ts";
import { classNames } from "../../lib/class-names.ts";
import { Icon, iconNamed } from "../../ui/icon.tsx";
import { ProgressBar } from "../../ui/states/progress-bar.tsx";
import { showActivation } from "../../chains/flows/activation/show-activation.tsx";
import { useAct } from "../../framework/data/use-act.ts";
import { celebrate } from "../../ui/celebration/celebration.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast/toast.ts";

/** /task-hub: tasks that earn points, and the points history. */
export const Component = () => {
  const overview = useCall(pointOverview);
  const list = (spec: Like<typeof dailyActivities>) => <TaskList key={spec.call} spec={spec} />;
  return (
    <>
      <PageHeader
        title="Task hub"
        text="Complete tasks to earn rewards points, which are separate from Boost points."
        actions={
          <>
            <LinkButton icon="users" to={referral.path}>
              View referrals
            </LinkButton>
            <LinkButton icon="spark" to={quest.path}>
              Elite quest
            </LinkButton>
          </>
        }
      />
      <div className="fh-stack">
        <PointsCard {...overview} />
        <Tabs
          label="Tasks"
          tabs={[
            { label: "Daily", content: list(dailyActivities) },
            { label: "Newbie", content: list(newbieActivities) },
            { label: "Progress", content: list(progressActivities) },
            { label: "Points", content: <RecordList resource={points} cells={cells} isLocal /> },
          ]}
        />
      </div>
    </>
  );
};

/** All point movements, newest first. They add up to the total. */
const cells: Cells<typeof points> = {
  reason: ({ reason, merged }) => (merged ? <TwoLines first={reason} second="Merged account" /> : reason),
  points: ({ points: change }) => (change > 0 ? `+${formatWhole(change)}` : formatWhole(change).replace("-", "−")),
};

/** Total points, and points to collect. */
const PointsCard = ({ data, error, reload }: CallResult<typeof pointOverview>) => (
  <Card>
    {data && (
      <div className={styles.points}>
        <p className={styles.total}>
          <strong>{formatWhole(data.total)}</strong> {data.total === 1 ? "rewards point" : "rewards points"}
        </p>
        <p className="fh-muted" role="status">
          {data.unclaimed > 0
            ? `${countOf(data.unclaimed, "point")} to collect from tasks, quests and invitations`
            : "No points to collect."}
        </p>
      </div>
    )}
    {!data && (error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={2} />)}
  </Card>
);

interface TaskListProps {
  /** The call of the tab. All tabs have the same reply. */
  readonly spec: Like<typeof dailyActivities>;
}

/** Polling interval until the points of a visited link can be collected. */
const stayPollMs = 2000;

/** The tasks of one tab, with the time until they reset. */
const TaskList = ({ spec }: TaskListProps) => {
  const { data, error, reload } = useCall(spec);
  const changed = useRewardsChanged();
  const stays = data?.some(({ status }) => status === "DONE_TO_STAY") ?? false;
  // Polls the same call while a task is in DONE_TO_STAY.
  useCall(spec, { enabled: stays, pollMs: stayPollMs });
  // A visited link becomes collectable, so the totals above change as well.
  useEffect(() => (stays ? changed : undefined), [stays, changed]);
  const { advance, runningId, asksEmail, emailDone } = useNextStep(changed);
  if (!data) return error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={6} />;
  if (data.length === 0) return <Empty icon="check" title="No tasks yet" text="New tasks appear here." />;
  return (
    <>
      {data[0]!.endAt !== null && <DayEnd endAt={data[0]!.endAt} onOver={changed} />}
      <ul className={styles.tasks}>
        {data.map((task: Activity) => (
          <TaskRow key={task.id} task={task} busy={runningId === task.id} onAdvance={() => void advance(task)} />
        ))}
      </ul>
      {asksEmail && <EmailDialog onClose={emailDone} />}
    </>
  );
};

const DayEnd = ({ endAt, onOver }: { readonly endAt: number; readonly onOver: () => void }) => (
  <p className={styles.dayEnd}>
    Resets in <Countdown endsAtSeconds={endAt} onTimeOver={onOver} />
  </p>
);

/** Confirms the email address, as in the account settings. Closes automatically afterwards. */
const EmailDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { data, error, reload } = useCall(emailState);
  const isConfirmed = data !== undefined && data.email !== null && !data.pending;
  useEffect(() => {
    if (isConfirmed) onClose();
  }, [isConfirmed, onClose]);
  return (
    <Dialog title="Confirm your email address" onClose={onClose}>
      {!data && (error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={2} />)}
      {data?.mail === "none" && <Banner>{sharedErrors.MAIL_NOT_CONFIGURED.message}</Banner>}
      {data && data.mail !== "none" && (
        <>
          {data.pending ? (
            <CodeForm pending={data.pending} mail={data.mail} onDone={reload} onSent={reload} />
          ) : (
            <AddressForm onSent={reload} />
          )}
        </>
      )}
    </Dialog>
  );
};

interface TaskRowProps {
  readonly task: Activity;
  readonly busy: boolean;
  readonly onAdvance: () => void;
}

/** A task with its progress, points and next step. */
const TaskRow = ({ task, busy, onAdvance }: TaskRowProps) => {
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

/** Requests and performs a task's next step. `changed` is called when the list may have changed. */
const useNextStep = (changed: () => void) => {
  const navigate = useNavigate();
  const { act } = useAct(nextActivity);
  const [runningId, setRunningId] = useState<string>();
  const [asksEmail, setAsksEmail] = useState(false);

  const follow = async ({ id, status }: Activity, { next, message, tips, points }: NextStep): Promise<void> => {
    if (tips) toast(tips, points > 0 ? "success" : "info");
    if (points > 0) celebrate();
    if (next === "JUMP" || next === "JUMP_OUT") return navigate(message);
    if (next === "OPEN_NEW_TAB") window.open(message, "_blank", "noopener,noreferrer");
    if (next === "EMAIL_BIND") return setAsksEmail(true);
    if (next === "POPUP" && (id === activation || (await showRequirement(status, message)))) await showActivation();
    changed();
  };

  const advance = async (task: Activity): Promise<void> => {
    setRunningId(task.id);
    const step = await act({ params: { id: task.id } });
    setRunningId(undefined);
    if (step) await follow(task, step);
  };

  const emailDone = (): void => {
    setAsksEmail(false);
    changed();
  };
  return { advance, runningId, asksEmail, emailDone };
};

/** ID of the activation task. */
const activation = "activate";

/** Shows the requirement. Resolves to whether the user wants to activate now. */
const showRequirement = async (status: Activity["status"], message: string): Promise<boolean> => {
  if (status === "DENY") return dialogs.confirm({ title: "Activate your account", text: message, ok: "Activate now" });
  await dialogs.alert({ title: "Not available yet", text: message });
  return false;
};
