import {
  claimProject,
  projectPoints,
  projects,
  type BoostProject,
  type ProjectClaim,
} from "../../../../resources/boost/project-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { loadNode, sendBoost, useNode } from "../../flows/boost/node.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { Figure, Figures, Panel, Rows } from "../boost-frame/panel.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { ProjectRow } from "./project-row.tsx";
import styles from "./tasks.module.css";
import { useAct } from "./use-act.ts";

/** Projects that give something to nodes. Anybody may look; what one may claim is told to who is signed in. */
export const ProjectsPanel = () => {
  const node = useNode();
  const isOut = node.name === "out";
  // What a node may claim is told by its token, which comes with the node.
  const list = useBoost(projects, { enabled: node.name !== "loading" });
  return (
    <Panel title="Projects" text="Claimed once each, while a project runs and its pot lasts.">
      {!isOut && <Had />}
      <BoostData of={list} rows={2}>
        {(value) =>
          value.length === 0 ? (
            <p className={styles.nothing}>None run just now. New ones show here as soon as they begin.</p>
          ) : (
            <Projects projects={value} reload={list.reload} />
          )
        }
      </BoostData>
    </Panel>
  );
};

interface ProjectsProps {
  readonly projects: readonly BoostProject[];
  readonly reload: () => void;
}

const Projects = ({ projects: all, reload }: ProjectsProps) => {
  const { busy, act } = useAct();
  const claim = (projectId: string, type: ProjectClaim) =>
    act(`${projectId} ${type}`, async () => {
      const { amount } = await sendBoost(claimProject, { body: { projectId, type } });
      boostToast("success", type === "POINTS" ? `Claimed ${formatPoints(amount)} points` : `Claimed $${amount}`);
      reload();
      await loadNode();
    });
  return (
    <Rows>
      {all.map((project) => (
        <ProjectRow
          key={project.projectId}
          project={project}
          busy={busy}
          onClaim={(type) => claim(project.projectId, type)}
        />
      ))}
    </Rows>
  );
};

/** What one has had of projects; nothing until there was something. */
const Had = () => {
  const had = useBoost(projectPoints).value;
  if (!had || (had.points === "0" && had.usd === "0")) return null;
  return (
    <Figures>
      <Figure label="Points so far" value={formatPoints(had.points)} />
      <Figure label="USDT so far" value={`$${had.usd}`} />
    </Figures>
  );
};
