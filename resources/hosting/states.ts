/** States of a deployment: lowercase on the wire, uppercase in the dashboard's build state. */
export const taskStates = [
  "queued",
  "pending",
  "running",
  "syncing",
  "success",
  "failure",
  "timeout",
  "cancelled",
] as const;
export type TaskState = (typeof taskStates)[number];

export const buildStates = [
  "QUEUED",
  "PENDING",
  "RUNNING",
  "SYNCING",
  "SUCCESS",
  "FAILURE",
  "TIMEOUT",
  "CANCELLED",
] as const;
export type BuildState = (typeof buildStates)[number];

export const buildStateOf = (state: TaskState): BuildState => state.toUpperCase() as BuildState;

/** What visitors of a project's site see, regardless of its newest deployment. */
export const productionStates = ["LIVE", "PAUSED", "NONE"] as const;

/** Final states of a deployment. */
export const endedStates: readonly TaskState[] = ["success", "failure", "timeout", "cancelled"];
