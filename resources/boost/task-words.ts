/** What tasks of Boost can be, and the pure rules by which they are there, are done, and are spoken of. */
import { boostTask } from "./limits.ts";
import type { PointKind } from "./shapes.ts";
import { dayOf } from "./task-limits.ts";

export const taskGroups = ["pre_tasks", "tasks_one", "tasks", "partner_tasks", "daily", "invite_milestone"] as const;
export type TaskGroup = (typeof taskGroups)[number];

/** Seen in the cloud's records: how many there are is compared with the task's goal. Of a daily task those of today (UTC) count. */
export const seenProofs = [
  "JOINED",
  "WALLET",
  "ACTIVATED",
  "DEPOSITED",
  "PROJECT",
  "DEPLOYMENT",
  "COLLECTED",
  "EXPLORED",
  "SPUN",
  "STAGE",
  "STAKED",
  "INVITED",
  "EXCHANGE",
  "LISTED",
] as const;
/** Opened and waited for: on trust. A secret word; a code that a partner's bot gives: both are typed in. */
export const otherProofs = ["OPENED", "WORD", "CODE"] as const;
export const taskProofs = [...seenProofs, ...otherProofs] as const;
export type SeenProof = (typeof seenProofs)[number];
export type TaskProof = (typeof taskProofs)[number];

/** What a press does before the task is done. */
export const taskPresses = ["REDIRECT", "JUMP_OUT", "COPY", "AD_REWARD"] as const;
export type TaskPress = (typeof taskPresses)[number];

export const rewardKinds = ["points", "rate", "spin"] as const;
/** Whole points; points per hour for a day; spins. */
export interface TaskReward {
  readonly kind: (typeof rewardKinds)[number];
  readonly amount: number;
}

export interface Task {
  readonly id: string;
  readonly group: TaskGroup;
  /** Name under which the task alone is asked for as well; of built-in ones the id. */
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly press: TaskPress;
  /** A path of this cloud, an address outside, or a text to copy. `{node}` stands for the node's id, `{invite}` for its invite link. */
  readonly link: string | null;
  readonly proof: TaskProof;
  /** How many of what is proved are wanted. */
  readonly goal: number;
  readonly waitSeconds: number;
  readonly reward: TaskReward;
  /** What points of the reward are called in the history. */
  readonly kind: PointKind;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
}

/** Whether a task is there at a time. */
export const isOpen = ({ startsAt, endsAt }: Pick<Task, "startsAt" | "endsAt">, at: number): boolean =>
  (startsAt ?? at) <= at && at < (endsAt ?? Infinity);

/** A daily task can be done once in each UTC day, any other once for good: periods are told apart by this number. */
export const periodOf = ({ group }: Pick<Task, "group">, at: number): number => (group === "daily" ? dayOf(at) : 0);

/** What a node has done of a task, in Unix seconds, and how many of what is wanted there are. */
export interface TaskProgress {
  readonly openedAt: number | null;
  readonly claimedAt: number | null;
  readonly have: number;
}

/** When a task on trust can be claimed: `waitSeconds` after it was opened. Null while it was not. */
export const readyAt = (
  { waitSeconds }: Pick<Task, "waitSeconds">,
  { openedAt }: Pick<TaskProgress, "openedAt">,
): number | null => (openedAt === null ? null : openedAt + waitSeconds);

/** UNDO → CLAIM → DONE: what is proved is done by the goal, what is on trust by opening and waiting, what is typed in at once. */
export const statusOf = (
  task: Pick<Task, "proof" | "goal" | "waitSeconds">,
  progress: TaskProgress,
  at: number,
): "UNDO" | "CLAIM" | "DONE" => {
  if (progress.claimedAt !== null) return "DONE";
  if (task.proof === "WORD" || task.proof === "CODE") return "UNDO";
  if (task.proof === "OPENED") return (readyAt(task, progress) ?? Infinity) <= at ? "CLAIM" : "UNDO";
  return progress.have >= task.goal ? "CLAIM" : "UNDO";
};

/** What the reward is, as people read it: "+5 points/h for 24 hours", "100 points", "1 spin". */
export const rewardWords = ({ kind, amount }: TaskReward): string => {
  if (kind === "rate") return `+${amount} ${amount === 1 ? "point" : "points"}/h for ${boostTask.seconds / 3600} hours`;
  const one = kind === "points" ? "point" : "spin";
  return `${amount.toLocaleString("en-US")} ${amount === 1 ? one : `${one}s`}`;
};
