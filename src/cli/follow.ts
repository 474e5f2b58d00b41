/** Follows a deployment and its log until it has ended. */
import { setTimeout as delay } from "node:timers/promises";
import type { Reply } from "../../resources/declare/call-input.ts";
import type { Row, CallSpec } from "../../resources/declare/define.ts";
import type { deploymentLog } from "../../resources/hosting/deployment-calls.ts";
import type { LogLine } from "../../resources/hosting/log-line.ts";
import type { deployments } from "../../resources/hosting/deployments.ts";
import { endedStates } from "../../resources/hosting/states.ts";
import { calls } from "./calls.ts";
import type { Cloud } from "./cloud.ts";

export type Deployment = Row<typeof deployments>;

const firstPauseMs = 60;
const longestPauseMs = 1000;

export const showDeployment = async (cloud: Cloud, taskId: string): Promise<Deployment> =>
  (await cloud.call<CallSpec>(calls.showDeployment, { params: { taskId } })) as Deployment;

/** Passes on the lines after `after`, once each. Returns the number of the last one. */
export const readLog = async (
  cloud: Cloud,
  taskId: string,
  after: number,
  onLine: (line: LogLine) => void,
): Promise<number> => {
  let last = after;
  for (let more = true; more;) {
    const input = { params: { taskId }, query: { after: last } };
    const page: Reply<typeof deploymentLog> = await cloud.call<typeof deploymentLog>(calls.deploymentLog, input);
    page.items.forEach(onLine);
    last = page.items.at(-1)?.seq ?? last;
    ({ more } = page);
  }
  return last;
};

/** Resolves with the ended deployment, after its last line. */
export const followDeployment = async (
  cloud: Cloud,
  taskId: string,
  onLine: (line: LogLine) => void,
): Promise<Deployment> => {
  let last = 0;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    // Read the state first: an ended deployment has all of its lines.
    const deployment = await showDeployment(cloud, taskId);
    const before = last;
    last = await readLog(cloud, taskId, last, onLine);
    if (endedStates.includes(deployment.state)) return deployment;
    if (last > before) pauseMs = firstPauseMs;
    await delay(pauseMs);
  }
};
