import type { Trx } from "../../engines/database/database.ts";
import type { TaskState } from "../../../../resources/hosting/states.ts";
import type { HostingContext } from "./deps.ts";
import type { Deployment } from "./queue.ts";

interface Ended {
  readonly deployment: Deployment;
  readonly projectName: string;
  readonly state: TaskState;
  readonly error?: string | undefined;
}

/** Notifies subscribers of a deployment's result, except for cancellations. */
export const notifyEnd = async (
  { alerts }: Pick<HostingContext, "alerts">,
  trx: Trx,
  { deployment, projectName, state, error }: Ended,
): Promise<void> => {
  if (state !== "success" && state !== "failure" && state !== "timeout") return;
  await alerts.deploymentEnded(trx, {
    teamId: deployment.team_id,
    deploymentId: deployment.id,
    projectId: deployment.project_id,
    projectName,
    state,
    trigger: deployment.trigger,
    branch: deployment.branch,
    commitHash: deployment.commit_hash,
    message: deployment.message,
    error: error ?? null,
    preview: deployment.preview_id !== null,
  });
};
