import { projectPoints, projects } from "../../../../resources/boost/project-calls.ts";
import { useNode } from "../../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { Figure, Figures, Panel, Rows } from "../boost-frame/panel.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { ProjectRow } from "./project-row.tsx";
import styles from "./tasks.module.css";

/** Projects that reward nodes. Public; the user's own claims require signing in. */
export const ProjectsPanel = () => {
  const node = useNode();
  const isOut = node.name === "out";
  // Possible claims require the node token, which arrives with the node.
  const list = useCall(projects, { enabled: node.name !== "loading" });
  return (
    <Panel title="Projects" text="Claim each reward once, while supplies last.">
      {!isOut && <Claimed />}
      <BoostData of={list} rows={2}>
        {(value) =>
          value.length === 0 ? (
            <p className={styles.nothing}>New projects appear here.</p>
          ) : (
            <Rows>
              {value.map((project) => (
                <ProjectRow key={project.projectId} project={project} onClaimed={list.reload} />
              ))}
            </Rows>
          )
        }
      </BoostData>
    </Panel>
  );
};

/** Total claimed from projects. Hidden when zero. */
const Claimed = () => {
  const claimed = useCall(projectPoints).data;
  if (!claimed || (claimed.points === "0" && claimed.usd === "0")) return null;
  return (
    <Figures>
      <Figure label="Points claimed" value={formatPoints(claimed.points)} />
      <Figure label="USDT claimed" value={`$${claimed.usd}`} />
    </Figures>
  );
};
