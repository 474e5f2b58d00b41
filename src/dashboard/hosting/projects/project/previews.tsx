import { href } from "../../../../../resources/declare/href.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { previews } from "../../../../../resources/hosting/hooks.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { ListCard } from "../../../framework/pages/list-card.tsx";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { relatedTo } from "../../../framework/pages/related.tsx";
import type { Cells } from "../../../framework/pages/record-list.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { cell } from "../../../framework/widgets/cell.tsx";
import type { Project } from "./live-card.tsx";

interface PreviewsProps {
  readonly project: Project;
  /** Shows the card even if it is empty. */
  readonly empty?: boolean;
}

const { url: address, production: shown, state: latest } = previews.fields;
const cells: Cells<typeof previews> = {
  url: ({ url, online }) => (online ? cell(address, url) : <span className="fh-muted">Not deployed</span>),
  state: ({ state, live, production }) => (live ? cell(shown, production) : state && cell(latest, state)),
};

const { promote } = deployments.actions!;

/** What a live preview's deployment is, for the conditions of its actions. */
const shownBy = ({ platform }: Project) => ({ target: "preview", state: "success", platform });

/** Branch previews with their URLs. */
export const Previews = ({ project, empty = false }: PreviewsProps) => {
  const { id, name } = project;
  const list = relatedTo(projects, project, previews);
  const mayEdit = useAllows()("edit", "projects");
  const ofDeployment = useRecordActions(deployments);
  const { rows } = useRecords(previews, { params: list.params, enabled: !empty });
  if (!empty && !rows?.length) return null;
  return (
    <ListCard
      {...list}
      cells={cells}
      rowHref={({ taskId }) => taskId && href(deployments, "show", { projName: name, id, taskId })}
      rowActions={({ online, url, live, taskId, branch }) => [
        ...(online ? [{ label: "Visit", icon: "external" as const, to: url }] : []),
        ...(live
          ? ofDeployment({ ...shownBy(project), taskId, branch, inProduction: taskId === project.live?.taskId })
          : []
        ).filter(({ label }) => label === promote.label),
      ]}
      emptyHint={
        mayEdit &&
        (project.hookSwitch && project.previews
          ? "Push a branch to deploy it to a separate URL."
          : "Deploy another branch, or turn on Deploy on push and Branch previews.")
      }
    />
  );
};
