import { boostInvite, boostStage, boostTask } from "../../../../resources/boost/limits.ts";
import { preTasks } from "../../../../resources/boost/task-calls.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { Figure, Figures, Panel, Row, Rows } from "../boost-frame/panel.tsx";

/** What a node would earn more by, for who has none. */
export const FirstSteps = () => (
  <>
    <Panel title="What raises your rate">
      <Figures>
        <Figure label="Each stage you open" value={`+${boostStage.rate}`} unit="points/h" />
        <Figure label="Each task, for a day" value={`+${boostTask.rate}`} unit="points/h" />
        <Figure label="An invitation, for a day" value={`+${boostInvite.rate}`} unit="points/h" />
      </Figures>
    </Panel>
    <FirstTasks />
  </>
);

/** Where they do not come, the page does without. */
const FirstTasks = () => {
  const tasks = useBoost(preTasks).value;
  if (!tasks || tasks.length === 0) return null;
  return (
    <Panel title="First tasks" text="What you can do once you have a node.">
      <Rows>
        {tasks.map(({ actId, actName, description }) => (
          <Row key={actId} icon="rocket" title={actName} text={description} />
        ))}
      </Rows>
    </Panel>
  );
};
