/** Task definitions and the pure rules for their availability, status and labels. */
import { boostTask } from "../limits.ts";
import type { PointKind } from "../shapes.ts";
import { dayOf } from "./task-limits.ts";

export const taskGroups = ["pre_tasks", "tasks_one", "tasks", "partner_tasks", "daily", "invite_milestone"] as const;
export type TaskGroup = (typeof taskGroups)[number];

/**
 * Verified from the server's records: the count is compared with the task's goal; daily tasks use today's (UTC) count.
 */
export const automaticProofs = [
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
/**
 * OPENED: opened and waited, not verified. WORD, CODE: entered text, from anywhere or from a partner's bot. MEMBER: member of a group or
 * channel, checked by the Bot API on request.
 */
export const otherProofs = ["OPENED", "WORD", "CODE", "MEMBER"] as const;
export const taskProofs = [...automaticProofs, ...otherProofs] as const;
export type AutomaticProof = (typeof automaticProofs)[number];
export type TaskProof = (typeof taskProofs)[number];

/** What the button does before the task is done. */
export const taskActions = ["REDIRECT", "JUMP_OUT", "COPY", "AD_REWARD"] as const;
export type TaskAction = (typeof taskActions)[number];

export const rewardKinds = ["points", "rate", "spin"] as const;
/** Whole points; points per hour for a day; spins. */
export interface TaskReward {
  readonly kind: (typeof rewardKinds)[number];
  readonly amount: number;
}

export interface Task {
  readonly id: string;
  readonly group: TaskGroup;
  /** Name by which the task can be requested alone; the id for built-in ones. */
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly press: TaskAction;
  /** A path of this site, an external URL, or text to copy. `{node}` is replaced by the node's id, `{invite}` by its invite link. */
  readonly link: string | null;
  readonly proof: TaskProof;
  /** Required count. */
  readonly goal: number;
  readonly waitSeconds: number;
  readonly reward: TaskReward;
  /** Kind of the reward's points in the history. */
  readonly kind: PointKind;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
}

/** Returns whether a task is active at a time. */
export const isOpen = ({ startsAt, endsAt }: Pick<Task, "startsAt" | "endsAt">, at: number): boolean =>
  (startsAt ?? at) <= at && at < (endsAt ?? Infinity);

/** A daily task can be done once per UTC day, any other once: this number identifies the period. */
export const periodOf = ({ group }: Pick<Task, "group">, at: number): number => (group === "daily" ? dayOf(at) : 0);

/** A node's progress on a task, in Unix seconds, and the current count. */
export interface TaskProgress {
  readonly openedAt: number | null;
  readonly claimedAt: number | null;
  readonly have: number;
}

/** When an unverified task becomes claimable: `waitSeconds` after opening. Null until opened. */
export const readyAt = (
  { waitSeconds }: Pick<Task, "waitSeconds">,
  { openedAt }: Pick<TaskProgress, "openedAt">,
): number | null => (openedAt === null ? null : openedAt + waitSeconds);

/** UNDO → CLAIM → DONE: verified tasks complete at the goal, unverified ones after opening and waiting, entered text immediately. */
export const statusOf = (
  task: Pick<Task, "proof" | "goal" | "waitSeconds">,
  progress: TaskProgress,
  at: number,
): "UNDO" | "CLAIM" | "DONE" => {
  if (progress.claimedAt !== null) return "DONE";
  if (task.proof === "WORD" || task.proof === "CODE" || task.proof === "MEMBER") return "UNDO";
  if (task.proof === "OPENED") return (readyAt(task, progress) ?? Infinity) <= at ? "CLAIM" : "UNDO";
  return progress.have >= task.goal ? "CLAIM" : "UNDO";
};

/** "+1 point/h". */
export const rateLabel = (pointsPerHour: number): string =>
  `+${pointsPerHour} ${pointsPerHour === 1 ? "point" : "points"}/h`;

/** The reward as text: "+5 points/h for 24 hours", "100 points", "1 spin". */
export const rewardLabel = ({ kind, amount }: TaskReward): string => {
  if (kind === "rate") return `${rateLabel(amount)} for ${boostTask.seconds / 3600} hours`;
  const one = kind === "points" ? "point" : "spin";
  return `${amount.toLocaleString("en-US")} ${amount === 1 ? one : `${one}s`}`;
};
