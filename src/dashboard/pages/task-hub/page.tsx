import type { Like } from "../../../../resources/define.ts";
import { pointOverview } from "../../../../resources/account/points.ts";
import { dailyActivities, newbieActivities, progressActivities } from "../../../../resources/rewards/activity-calls.ts";
import { quest, referral } from "../../../../resources/rewards/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { HistoryTab } from "./history-tab.tsx";
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
            { label: "Points", content: <HistoryTab /> },
          ]}
        />
      </div>
    </>
  );
};
