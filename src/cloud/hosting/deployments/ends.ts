import type { TaskState } from "../../../../resources/hosting/states.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { HostingContext } from "./deps.ts";
import type { Deployment } from "./builds/queue.ts";

export type Ending = Extract<TaskState, "failure" | "timeout" | "cancelled">;

/** Limits errors that contain file names or Git output: the text appears in every list. */
const sentenceMax = 1000;

/** Ends a deployment for a reason shown to the user, in one sentence. */
export class DeploymentEnd extends Error {
  readonly state: Ending;

  constructor(state: Ending, message: string) {
    super(message.length > sentenceMax ? `${message.slice(0, sentenceMax)}…` : message);
    this.name = "DeploymentEnd";
    this.state = state;
  }
}

/**
 * Why a worker must stop a deployment: a user cancelled it; another attempt took over or the project was deleted; or
 * this process is shutting down and the next start resumes it.
 */
type Interruption = "cancelled" | "superseded" | "shutdown";

/** Carries an interruption out of a nested step; also the reason of the attempt's abort signal. */
export class Interrupted extends Error {
  readonly why: Interruption;

  constructor(why: Interruption) {
    super(`The attempt was interrupted: ${why}.`);
    this.name = "Interrupted";
    this.why = why;
  }
}

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
