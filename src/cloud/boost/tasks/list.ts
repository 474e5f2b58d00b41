/** Tasks for a node or a visitor. */
import type { Activity } from "../../../../resources/boost/tasks/task-calls.ts";
import { dayOf, dayStart, taskWaitDefault } from "../../../../resources/boost/tasks/task-limits.ts";
import { readyAt, statusOf, type Task, type TaskProgress } from "../../../../resources/boost/tasks/task-model.ts";
import type { Db } from "../../engines/database/database.ts";
import { tasksNamed, type StoredTask } from "./catalogue.ts";
import type { TaskDeps } from "./deps.ts";
import { createProofs, type Doer, type Proofs } from "./proofs.ts";
import { stateOf, statesOf, type TaskState } from "./states.ts";

/** Tasks of a group or type. Throws NOT_FOUND for an unknown name. */
export const listTasks = async (
  deps: TaskDeps,
  db: Db,
  { name, doer }: { readonly name: string; readonly doer: Doer | undefined },
): Promise<Activity[]> => {
  const at = deps.clock();
  const tasks = (await tasksNamed(db, name, at)).map((task) => asProved(deps, task));
  if (!doer) return tasks.map((task) => presentTask(task, nothingDone, at));
  const states = await statesOf(db, doer.nodeId, tasks, at);
  const proofs = createProofs(deps, db, doer);
  return Promise.all(
    tasks.map(async (task) => presentTask(task, await withProof(proofs, task, states.get(task.id)!, at), at)),
  );
};

/** Without a configured bot, membership can't be verified: such a task is not verified and says so. */
export const asProved = ({ engines }: Pick<TaskDeps, "engines">, task: StoredTask): StoredTask =>
  task.proof === "MEMBER" && engines.bot.embedded ? { ...task, proof: "OPENED", waitSeconds: taskWaitDefault } : task;

/** A node's progress on a task. */
export const progressOf = async (deps: TaskDeps, db: Db, doer: Doer, task: StoredTask): Promise<TaskProgress> => {
  const at = deps.clock();
  const state = await stateOf(db, doer.nodeId, task, at);
  return withProof(createProofs(deps, db, doer), task, state, at);
};

/** Claimed tasks are not checked again. */
const withProof = async (proofs: Proofs, task: StoredTask, state: TaskState, at: number): Promise<TaskProgress> => {
  if (state.claimedAt !== null) return { ...state, have: task.goal };
  const since = task.group === "daily" ? dayStart(dayOf(at)) : undefined;
  return { ...state, have: await proofs({ proof: task.proof, since, addresses: task.addresses }) };
};

const nothingDone: TaskProgress = { openedAt: null, claimedAt: null, have: 0 };

export const presentTask = (task: Task, progress: TaskProgress, at: number): Activity => ({
  actId: task.id,
  actName: task.name,
  actType: task.type,
  actStatus: statusOf(task, progress, at),
  reward: task.reward,
  description: task.description,
  icon: task.icon,
  extra: {
    group: task.group,
    onTrust: task.proof === "OPENED",
    waitSeconds: task.waitSeconds,
    readyAt: task.proof === "OPENED" ? readyAt(task, progress) : null,
    have: Math.min(progress.have, task.goal),
    want: task.goal,
    asks: task.proof === "WORD" || task.proof === "CODE" ? task.proof : null,
    daily: task.group === "daily",
    endsAt: task.endsAt,
  },
});
