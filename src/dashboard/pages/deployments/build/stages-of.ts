import { endedStates, type TaskState } from "../../../../../resources/hosting/states.ts";

export interface Stage {
  readonly label: string;
  readonly is: "passed" | "active" | "failed" | "ahead";
}

const labels = ["Queued", "Building", "Publishing", "Live"] as const;
const places: Readonly<Partial<Record<TaskState, number>>> = {
  queued: 0,
  pending: 1,
  running: 1,
  syncing: 2,
  success: 4,
};

/** The four stages of a deployment. `began`: whether it left the queue, which an ended one no longer says. */
export const stagesOf = (state: TaskState, began: boolean): Stage[] => {
  const broken = state !== "success" && endedStates.includes(state);
  const at = broken ? Number(began) : (places[state] ?? 0);
  return labels.map((label, index) => ({ label, is: standing(index, at, broken) }));
};

const standing = (index: number, at: number, broken: boolean): Stage["is"] => {
  if (index < at) return "passed";
  if (index > at) return "ahead";
  return broken ? "failed" : "active";
};
