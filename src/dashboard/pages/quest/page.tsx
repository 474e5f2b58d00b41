import { questList } from "../../../../resources/rewards/quest-calls.ts";
import { taskHub } from "../../../../resources/rewards/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useRewardsChanged } from "../task-hub/use-rewards-changed.ts";
import { QuestCard } from "./quest-card.tsx";
import styles from "./quest.module.css";

/** /quest, the Elite Quest: what is asked for a while, each with its reward. */
export const Component = () => {
  const { data, error, reload } = useCall(questList);
  const changed = useRewardsChanged();
  return (
    <>
      <PageHeader
        title="Elite Quest"
        text="Larger things to do, some for a while only. Each brings its reward once."
        actions={
          <LinkButton icon="check" to={taskHub.path}>
            Task Hub
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
          title="No quests right now"
          text="Whoever runs this cloud puts them here now and then. Until then there are tasks in the Task Hub."
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
