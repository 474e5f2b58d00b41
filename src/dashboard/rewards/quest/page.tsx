import { questList } from "../../../../resources/rewards/quest-calls.ts";
import { taskHub } from "../../../../resources/rewards/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { useRewardsChanged } from "../task-hub/use-rewards-changed.ts";
import { QuestCard } from "./quest-card.tsx";
import styles from "./quest.module.css";

/** /quest: the Elite quest page, with limited-time quests and their rewards. */
export const Component = () => {
  const { data, error, reload } = useCall(questList);
  const changed = useRewardsChanged();
  return (
    <>
      <PageHeader
        title="Elite quest"
        text="Bigger challenges, some for a limited time. Claim each reward once."
        actions={
          <LinkButton icon="check" to={taskHub.path}>
            View task hub
          </LinkButton>
        }
      />
      {!data && error && <ErrorState message={error.message} onRetry={reload} />}
      {!data && !error && (
        <Card>
          <Skeleton lines={5} />
        </Card>
      )}
      {data?.length === 0 && (
        <Empty
          icon="spark"
          title="No quests yet"
          text="New quests appear here. Meanwhile, complete tasks in the task hub."
        />
      )}
      {data && data.length > 0 && (
        <ul className={styles.quests}>
          {data.map((one) => (
            <QuestCard key={one.id} quest={one} onChanged={changed} />
          ))}
        </ul>
      )}
    </>
  );
};
