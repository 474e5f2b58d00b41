/** States of a deployment. Lower case on the wire; the screen's build state is the upper-case word. */
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

/** What visitors of a project's site get, whatever its newest deployment does. */
export const productionStates = ["LIVE", "PAUSED", "NONE"] as const;

/** A deployment in one of these has ended and changes no more. */
export const endedStates: readonly TaskState[] = ["success", "failure", "timeout", "cancelled"];
