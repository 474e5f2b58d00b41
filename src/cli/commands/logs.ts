import type { deploymentsOfProject } from "../../../resources/hosting/deployment-calls.ts";
import type { LogLine } from "../../../resources/hosting/log-line.ts";
import type { Arguments } from "../arguments.ts";
import { calls } from "../calls.ts";
import type { Cloud } from "../cloud.ts";
import { signedIn } from "../credentials.ts";
import { Failure } from "../failure.ts";
import { followDeployment, readLog, showDeployment } from "../follow.ts";
import { findLink } from "../project-file.ts";
import { selectProject } from "../projects.ts";
import { print, printJson } from "../terminal.ts";

/** Prints a log; with --follow, exits when the deployment has ended. */
export const logs = async ({ positional, options }: Arguments): Promise<void> => {
  const link = findLink(process.cwd());
  const cloud = signedIn(options, link?.host);
  const taskId = positional ?? (await newestOf(cloud, (await selectProject(cloud, options, link)).id));
  const lines: LogLine[] = [];
  const show = (line: LogLine) => void (options.json ? lines.push(line) : print(line.content));
  if (!options.follow) await readLog(cloud, taskId, 0, show);
  const { state, errorMessage } = options.follow
    ? await followDeployment(cloud, taskId, show)
    : await showDeployment(cloud, taskId);
  if (options.json) printJson({ taskId, state, errorMessage, lines });
  if (options.follow && state !== "success") throw new Failure(errorMessage ?? `Deployment status: ${state}.`);
};

const newestOf = async (cloud: Cloud, projectId: string): Promise<string> => {
  const input = { params: { projectId }, query: { page: 1, size: 1 } };
  const { items } = await cloud.call<typeof deploymentsOfProject>(calls.deploymentsOfProject, input);
  if (!items[0]) throw new Failure("No deployments yet. Run freehold deploy.");
  return items[0].taskId;
};
