import type { Row } from "../../../../../resources/declare/define.ts";
import type { deployments } from "../../../../../resources/hosting/deployments.ts";
import { endedStates } from "../../../../../resources/hosting/states.ts";

export interface Stage {
  readonly label: string;
  readonly is: "passed" | "active" | "failed" | "cancelled" | "ahead";
}

type Progress = Pick<Row<typeof deployments>, "state" | "startedAt" | "trigger" | "builds" | "live">;

/**
 * Returns the stages of a deployment with their progress. Uploads without a build have no building stage. The last stage is "Live",
 * or "Ready" if the deployment isn't served.
 */
export const stagesOf = (deployment: Progress): Stage[] => {
  const { state, live } = deployment;
  const last = state === "success" && !live ? "Ready" : "Live";
  const labels = ["Queued", ...workOf(deployment), "Publishing", last];
  const at = placeOf(deployment, labels);
  return labels.map((label, index) => ({ label, is: progressOf(index, at, state) }));
};

/** Returns the stage before publishing: a build, or fetching of existing content. */
const workOf = ({ builds, trigger }: Progress): string[] => {
  if (builds) return ["Building"];
  return trigger === "hash" || trigger === "ipns" ? ["Fetching"] : [];
};

/** Returns the index of the current stage. For one that ended early, only whether it left the queue is known. */
const placeOf = ({ state, startedAt }: Progress, labels: readonly string[]): number => {
  if (state === "queued") return 0;
  if (state === "success") return labels.length;
  if (state === "syncing") return labels.indexOf("Publishing");
  return endedStates.includes(state) && startedAt === undefined ? 0 : 1;
};

const progressOf = (index: number, at: number, state: Progress["state"]): Stage["is"] => {
  if (index < at) return "passed";
  if (index > at) return "ahead";
  if (state === "cancelled") return "cancelled";
  return endedStates.includes(state) ? "failed" : "active";
};
