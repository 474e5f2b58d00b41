import { useEffect } from "react";
import { emailState } from "../../../../resources/account/email.ts";
import type { Like } from "../../../../resources/define.ts";
import type { Activity, dailyActivities } from "../../../../resources/rewards/activity-calls.ts";
import { sharedErrors } from "../../../../resources/shared-errors.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AddressForm, CodeForm } from "../account-config/email/email-forms.tsx";
import styles from "./task-hub.module.css";
import { TaskRow } from "./task-row.tsx";
import { useNextStep } from "./use-next-step.ts";
import { useRewardsChanged } from "./use-rewards-changed.ts";

interface TaskListProps {
  /** The call of the tab. All tabs have the same reply. */
  readonly spec: Like<typeof dailyActivities>;
}

/** Polling interval until the points of a visited link can be collected. */
const stayPollMs = 2000;

/** The tasks of one tab, with the time until they reset. */
export const TaskList = ({ spec }: TaskListProps) => {
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
