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

/** Projects that reward nodes. Public; the user's own claims require signing in. */
export const ProjectsPanel = () => {
  const node = useNode();
  const isOut = node.name === "out";
  // Possible claims require the node token, which arrives with the node.
  const list = useBoost(projects, { enabled: node.name !== "loading" });
  return (
    <Panel title="Projects" text="Claim each reward once, while supplies last.">
      {!isOut && <Claimed />}
      <BoostData of={list} rows={2}>
        {(value) =>
          value.length === 0 ? (
            <p className={styles.nothing}>New projects appear here.</p>
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

/** Total claimed from projects. Hidden when zero. */
const Claimed = () => {
  const claimed = useBoost(projectPoints).value;
  if (!claimed || (claimed.points === "0" && claimed.usd === "0")) return null;
  return (
    <Figures>
      <Figure label="Points claimed" value={formatPoints(claimed.points)} />
      <Figure label="USDT claimed" value={`$${claimed.usd}`} />
    </Figures>
  );
};
