import type { Row } from "../../../../../resources/define.ts";
import type { deployments } from "../../../../../resources/hosting/deployments.ts";
import { endedStates } from "../../../../../resources/hosting/states.ts";

export interface Stage {
  readonly label: string;
  readonly is: "passed" | "active" | "failed" | "cancelled" | "ahead";
}

type Progress = Pick<Row<typeof deployments>, "state" | "startedAt" | "trigger" | "builds" | "live">;

/**
 * Returns the stages of a deployment and which one it is in. Files that are published as they are have no building stage. The
 * last stage is "Live" until a deployment ends without being shown.
 */
export const stagesOf = (deployment: Progress): Stage[] => {
  const { state, live } = deployment;
  const last = state === "success" && !live ? "Ready" : "Live";
  const labels = ["Queued", ...workOf(deployment), "Publishing", last];
  const at = placeOf(deployment, labels);
  return labels.map((label, index) => ({ label, is: progressOf(index, at, state) }));
};

/** What comes before publishing: a build, or content that may have to be fetched. */
const workOf = ({ builds, trigger }: Progress): string[] => {
  if (builds) return ["Building"];
  return trigger === "hash" || trigger === "ipns" ? ["Fetching"] : [];
};

/** Index of the stage; a deployment that ended early tells only whether it left the queue. */
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
