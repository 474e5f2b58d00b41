import { pointOverview, points } from "../../../../resources/account/points.ts";
import type { Like } from "../../../../resources/define.ts";
import { dailyActivities, newbieActivities, progressActivities } from "../../../../resources/rewards/activity-calls.ts";
import { quest, referral } from "../../../../resources/rewards/pages.ts";
import { type CallResult, useCall } from "../../framework/data/use-call.ts";
import { type Cells, RecordList } from "../../framework/pages/record-list.tsx";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import styles from "./task-hub.module.css";
import { TaskList } from "./task-list.tsx";

/** /task-hub: tasks that earn points, and the points history. */
export const Component = () => {
  const overview = useCall(pointOverview);
  const list = (spec: Like<typeof dailyActivities>) => <TaskList key={spec.call} spec={spec} />;
  return (
    <>
      <PageHeader
        title="Task hub"
        text="Complete tasks to earn points. Progress updates automatically."
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
  total: ({ total }) => formatWhole(total),
};

/** Total points, and points to collect. */
const PointsCard = ({ data, error, reload }: CallResult<typeof pointOverview>) => (
  <Card>
    {data && (
      <div className={styles.points}>
        <p className={styles.total}>
          <strong>{formatWhole(data.total)}</strong> {data.total === 1 ? "point" : "points"}
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
