import { preTasks } from "../../../../resources/boost/task-calls.ts";
import { boostBase, boostInvite, boostStage, boostTask } from "../../../../resources/boost/limits.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { invitedBy } from "../../flows/boost/invited-by.ts";
import { ConnectButton } from "../boost-frame/connect-button.tsx";
import { Figure, Figures, Panel, Row, Rows } from "../boost-frame/panel.tsx";
import styles from "./home.module.css";
import { NodePicture } from "./node-picture.tsx";
import { Ways } from "./ways.tsx";

const { rate, capacity } = boostBase.web;

/** The same page for who is logged out: what a node is, and what it would earn. */
export const Invitation = () => (
  <>
    <section className={`boost-deep ${styles.hero}`} aria-label="Boost">
      <NodePicture stages={[]} turnSeconds={24} isProtected={false}>
        <p className={styles.rate}>{rate}</p>
        <p className={styles.lead}>points an hour</p>
      </NodePicture>
      <div className={styles.facts}>
        <h1>Run a node. Collect points.</h1>
        <p className={styles.lead}>
          Connect a wallet and your node earns {rate} points an hour from then on. It holds {capacity}: come back and
          collect before it is full, or others may explore it.
        </p>
        {invitedBy() !== undefined && (
          <p className={styles.lead}>
            You were invited: your node gets {boostInvite.rate} points an hour more for its first 24 hours.
          </p>
        )}
        <ConnectButton size="large" wide />
      </div>
    </section>
    <div className={styles.panels}>
      <Panel title="What raises your rate">
        <Figures>
          <Figure label="Each stage you open" value={`+${boostStage.rate}`} unit="points/h" />
          <Figure label="Each task, for a day" value={`+${boostTask.rate}`} unit="points/h" />
          <Figure label="An invitation, for a day" value={`+${boostInvite.rate}`} unit="points/h" />
        </Figures>
      </Panel>
      <FirstTasks />
    </div>
    <Ways />
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
