import { useNavigate } from "react-router";
import { href } from "../../../../../resources/href.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useRecord } from "../../../framework/data/use-record.ts";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import type { Deployment } from "./facts.tsx";

/** Actions of a deployment. Redeploy opens the new build. Visit appears once the deployment is served. */
export const DeploymentActions = ({ deployment }: { readonly deployment: Deployment }) => {
  const { projectName: projName, projectId: id } = deployment;
  const navigate = useNavigate();
  const { record: project } = useRecord(projects, id);
  const toProject = href(projects, "show", { projName, id });
  const actions = useRecordActions(deployments, {
    onActed: (_name, reply) => {
      const taskId = (reply as { taskId?: string } | null)?.taskId;
      if (taskId) void navigate(href(deployments, "show", { projName, id, taskId }));
    },
    onDeleted: () => void navigate(toProject, { replace: true }),
  });
  return (
    <>
      <LinkButton to={toProject}>View project</LinkButton>
      {actions(deployment).map(({ label, danger, onSelect }) => (
        <Button key={label} kind={danger ? "danger" : "secondary"} onClick={onSelect}>
          {label}
        </Button>
      ))}
      <Visit deployment={deployment} site={project?.mainLink} />
    </>
  );
};

/** Links to the deployment's own host name if it has one, otherwise to its CID. */
const Visit = ({ deployment, site }: { readonly deployment: Deployment; readonly site: string | undefined }) => {
  const { live, target, previewUrl, domain, state } = deployment;
  const address = live && target === "production" ? site : (previewUrl ?? domain);
  if (address === undefined || state !== "success") return null;
  return (
    <LinkButton kind="primary" icon="external" to={address}>
      Visit
    </LinkButton>
  );
};
