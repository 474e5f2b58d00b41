/** The next step of a task: where to do it, its requirement, or its points. */
import type { NextStep } from "../../../../resources/rewards/activity-calls.ts";
import { linkStaySeconds } from "../../../../resources/rewards/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { periodOf, progressOfActivities } from "./activities.ts";
import { give } from "./claims.ts";
import { ownerOf, type Owner, type Deps } from "./deps.ts";
import { taskSubject, type Task } from "./tasks.ts";

export interface Step {
  readonly step: NextStep;
  readonly task: string;
}

/** Throws NOT_FOUND for an inactive task. */
export const nextStep = async (deps: Deps, trx: Trx, personId: string, id: string): Promise<Step> => {
  const now = deps.now();
  const owner = await ownerOf(deps, trx, personId);
  const progress = (await progressOfActivities(trx, owner, now)).find(({ task }) => task.id === id);
  if (!progress) throw new AppError("NOT_FOUND");
  const { task, activity } = progress;
  const saying = (step: Partial<NextStep>): Step => ({
    task: task.title,
    step: { next: "NONE", message: "", tips: "", points: 0, ...step },
  });
  switch (activity.status) {
    case "COMPLETED":
      return saying({ tips: collectedAlready(task) });
    case "DENY":
      return saying({
        next: "POPUP",
        message: "Not included in the trial. Activate your account to unlock it.",
      });
    case "NOT_READY":
      return saying({
        next: "POPUP",
        message: "Make your first deposit to unlock dedicated gateways.",
      });
    case "DONE_TO_STAY":
      return saying({ tips: `Stay on the page for ${linkStaySeconds} seconds, then collect the points here.` });
    case "ON_GOING":
      return saying(
        task.builtIn ? destinationOf(task.builtIn.way, task.builtIn.out) : await open(trx, owner, task, now),
      );
    case "CLAIM":
      return saying(await collect(deps, trx, owner, task, now));
  }
};

const destinationOf = (path: string, out: true | undefined): Partial<NextStep> => {
  if (path === "email") return { next: "EMAIL_BIND" };
  if (path === "activation") return { next: "POPUP", message: "Register on-chain to activate your account." };
  return { next: out ? "JUMP_OUT" : "JUMP", message: path };
};

/** Opening a link twice keeps the first time. */
const open = async (trx: Trx, { personId }: Owner, task: Task, now: Date): Promise<Partial<NextStep>> => {
  await trx
    .insertInto("reward_visit")
    .values({ person_id: personId, task_id: task.id, period: periodOf(task, now), opened_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { next: "OPEN_NEW_TAB", message: task.link };
};

const collect = async (deps: Deps, trx: Trx, owner: Owner, task: Task, now: Date): Promise<Partial<NextStep>> => {
  const { id, points, title } = task;
  const reward = { subject: taskSubject(id), period: periodOf(task, now), points, reason: `Task: ${title}` };
  if (!(await give(deps, trx, owner, reward))) return { tips: collectedAlready(task) };
  return { tips: `Collected ${points} ${points === 1 ? "point" : "points"}`, points };
};

const collectedAlready = ({ tab }: Task): string =>
  tab === "daily" ? "Already collected today. Come back tomorrow." : "Already collected";
