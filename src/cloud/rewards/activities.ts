/** The task hub: the status of each task for a user. */
import type { Activity } from "../../../resources/rewards/activity-calls.ts";
import type { TaskTab } from "./built-in-tasks.ts";
import type { Db } from "../engines/database/database.ts";
import { statusOf } from "./activity-status.ts";
import { claimKey, collectedBy } from "./claims.ts";
import { factsOf, type Facts } from "./facts.ts";
import { startOfDay, dayOf, type Owner } from "./deps.ts";
import { allTasks, taskSubject, type Task } from "./tasks.ts";
import { secondsOf } from "../lib/seconds-of.ts";

export interface ActivityProgress {
  readonly task: Task;
  readonly activity: Activity;
}

const daySeconds = 86_400;

/** All active tasks with the user's status. */
export const progressOfActivities = async (db: Db, owner: Owner, now: Date): Promise<ActivityProgress[]> => {
  const [tasks, facts, collected, opened] = await Promise.all([
    allTasks(db),
    factsOf(db, owner, now),
    collectedBy(db, owner.personId, dayOf(now)),
    openedBy(db, owner.personId),
  ]);
  const context = { facts, collected, opened, now };
  return tasks.filter(({ active }) => active).map((task) => ({ task, activity: present(task, context) }));
};

/** Tasks of one tab: claimable ones first, collected ones last. */
export const activitiesOf = async (db: Db, owner: Owner, tab: TaskTab, now: Date): Promise<Activity[]> => {
  const all = await progressOfActivities(db, owner, now);
  const order = (status: Activity["status"]): number => (status === "CLAIM" ? 0 : status === "COMPLETED" ? 2 : 1);
  return all
    .filter(({ task }) => task.tab === tab)
    .map(({ activity }) => activity)
    .toSorted((one, other) => order(one.status) - order(other.status));
};

/** The day of a daily task, otherwise empty. */
export const periodOf = ({ tab }: Pick<Task, "tab">, now: Date): string => (tab === "daily" ? dayOf(now) : "");

interface TaskContext {
  readonly facts: Facts;
  readonly collected: ReadonlySet<string>;
  readonly opened: ReadonlyMap<string, Date>;
  readonly now: Date;
}

const present = (task: Task, { facts, collected, opened, now }: TaskContext): Activity => {
  const { id, title, text, icon, points, tab, builtIn } = task;
  const period = periodOf(task, now);
  const openedAt = opened.get(claimKey(id, period));
  const goal = builtIn?.goal ?? 1;
  const done = builtIn ? facts[builtIn.fact] : Number(openedAt !== undefined);
  const status = statusOf({
    collected: collected.has(claimKey(taskSubject(id), period)),
    needs: builtIn?.needs,
    activated: facts.activated > 0,
    deposited: facts.deposited > 0,
    done,
    goal,
    openSeconds: openedAt && (now.getTime() - openedAt.getTime()) / 1000,
    isLink: builtIn === undefined,
  });
  const endAt = tab === "daily" ? secondsOf(startOfDay(now)) + daySeconds : null;
  const progress = status === "COMPLETED" ? goal : Math.min(done, goal);
  return { id, title, desc: text, icon, points, status, done: progress, goal, endAt };
};

const openedBy = async (db: Db, personId: string): Promise<ReadonlyMap<string, Date>> => {
  const rows = await db.selectFrom("reward_visit").selectAll().where("person_id", "=", personId).execute();
  return new Map(rows.map(({ task_id, period, opened_at }) => [claimKey(task_id, period), opened_at]));
};
