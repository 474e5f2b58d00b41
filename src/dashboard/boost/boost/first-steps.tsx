import { boostInvite, boostStage, boostTask } from "../../../../resources/boost/limits.ts";
import { preTasks } from "../../../../resources/boost/tasks/task-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Figure, Figures, Panel, Row, Rows } from "../boost-frame/panel.tsx";

/** Ways to earn more, for visitors without a node. */
export const FirstSteps = () => (
  <>
    <Panel title="Ways to earn more">
      <Figures>
        <Figure label="Each stage" value={`+${boostStage.rate}`} unit="points/h" />
        <Figure label="Each task, for 24 hours" value={`+${boostTask.rate}`} unit="points/h" />
        <Figure label="Each invitation, for 24 hours" value={`+${boostInvite.rate}`} unit="points/h" />
      </Figures>
    </Panel>
    <FirstTasks />
  </>
);

/** First tasks. Hidden until they load, and after an error. */
const FirstTasks = () => {
  const tasks = useCall(preTasks).data;
  if (!tasks || tasks.length === 0) return null;
  return (
    <Panel title="First tasks" text="Start with these once you have a node.">
      <Rows>
        {tasks.map(({ actId, actName, description }) => (
          <Row key={actId} icon="rocket" title={actName} text={description} />
        ))}
      </Rows>
    </Panel>
  );
};
