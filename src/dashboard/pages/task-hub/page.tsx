import type { Like } from "../../../../resources/define.ts";
import { pointOverview, points } from "../../../../resources/account/points.ts";
import { dailyActivities, newbieActivities, progressActivities } from "../../../../resources/rewards/activity-calls.ts";
import { quest, referral } from "../../../../resources/rewards/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { RecordList, type Cells } from "../../framework/pages/record-list.tsx";
import { formatWhole } from "../../lib/format/count.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import { PointsCard } from "./points-card.tsx";
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
