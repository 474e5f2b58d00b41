/** Returns the next step of a task: where to do it, or its reward, once. */
import type { NextOfTask } from "../../../../../resources/boost/task-calls.ts";
import { readyAt, rewardLabel, statusOf } from "../../../../../resources/boost/task-model.ts";
import { AppError } from "../../../app-error.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { lockNode } from "../nodes.ts";
import { taskWithId, type StoredTask } from "./catalogue.ts";
import { asProved, presentTask, progressOf } from "./list.ts";
import type { Membership } from "./membership.ts";
import type { TaskDeps } from "./deps.ts";
import type { Doer } from "./proofs.ts";
import { giveReward } from "./reward.ts";
import { recordOpened } from "./states.ts";

/** Gives the reward once, also under concurrent calls. Throws NOT_FOUND. */
export const advanceTask = async (
  deps: TaskDeps,
  trx: Trx,
  doer: Doer,
  { id, membership }: { readonly id: string; readonly membership: Membership | undefined },
): Promise<NextOfTask> => {
  const at = deps.clock();
  await lockNode(trx, doer.nodeId);
  const stored = await taskWithId(trx, id, at);
  if (!stored) throw new AppError("NOT_FOUND");
  const task = asProved(deps, stored);
  const progress = await progressOf(deps, trx, doer, task);
  const isMember = task.proof === "MEMBER" && membership === "member" && progress.claimedAt === null;
  const status = isMember ? "CLAIM" : statusOf(task, progress, at);
  if (status === "DONE")
    return {
      next: "COMPLETE",
      message: "Already claimed",
      link: null,
      activity: presentTask(task, progress, at),
    };
  if (status === "CLAIM") {
    await giveReward(trx, doer.nodeId, task, at);
    return {
      next: task.reward.kind === "spin" ? "SPIN" : "CLAIM",
      message: `You earned ${rewardLabel(task.reward)}.`,
      link: null,
      activity: presentTask(task, { ...progress, claimedAt: at }, at),
    };
  }
  const isOpened = task.proof === "OPENED" && progress.openedAt === null;
  if (isOpened) await recordOpened(trx, doer.nodeId, task, at);
  const opened = isOpened ? { ...progress, openedAt: at } : progress;
  const link = await linkFor(deps, trx, doer, task);
  const rest = (readyAt(task, opened) ?? at) - at;
  return {
    next: task.press,
    message: instructionFor(task, rest, membership),
    link,
    activity: presentTask(task, opened, at),
  };
};

const instructionFor = (task: StoredTask, restSeconds: number, membership: Membership | undefined): string => {
  if (membership === "unlinked") return "Open Boost in the messaging app once so your membership can be verified.";
  if (task.proof === "MEMBER") return "Join, then try again to claim the reward.";
  if (task.proof === "WORD") return "Enter the secret word to complete this task.";
  if (task.proof === "CODE") return "Enter the code from the bot.";
  if (task.proof === "OPENED" && restSeconds > 0)
    return `Come back in ${restSeconds} ${restSeconds === 1 ? "second" : "seconds"} to claim the reward.`;
  return task.proof === "OPENED" ? "Come back to claim the reward." : task.description;
};

const linkFor = async (deps: TaskDeps, trx: Trx, doer: Doer, { link }: StoredTask): Promise<string | null> => {
  if (link === null || !link.includes("{")) return link;
  const code = await deps.teams.codeOf(trx, doer.userId);
  return link
    .replaceAll("{node}", doer.nodeId.replaceAll("-", ""))
    .replaceAll("{invite}", `${deps.dashboardUrl()}/?inviteCode=${encodeURIComponent(code)}`);
};
