/** Stores which tasks nodes have opened and claimed. */
import { periodOf, type Task, type TaskProgress } from "../../../../resources/boost/tasks/task-model.ts";
import type { Db, Trx } from "../../engines/database/database.ts";

export type TaskState = Pick<TaskProgress, "openedAt" | "claimedAt">;
type Timed = Pick<Task, "id" | "group">;

const untouched: TaskState = { openedAt: null, claimedAt: null };

/** States of several tasks in their current periods, by id; every task is present. */
export const statesOf = async (
  db: Db,
  nodeId: string,
  tasks: readonly Timed[],
  at: number,
): Promise<ReadonlyMap<string, TaskState>> => {
  const rows = await db
    .selectFrom("boost_task_state")
    .selectAll()
    .where("node_id", "=", nodeId)
    .where("task_id", "in", ["", ...tasks.map(({ id }) => id)])
    .execute();
  return new Map(
    tasks.map((task) => {
      const row = rows.find(({ task_id, period }) => task_id === task.id && period === periodOf(task, at));
      return [task.id, row ? stateFrom(row) : untouched];
    }),
  );
};

export const stateOf = async (db: Db, nodeId: string, task: Timed, at: number): Promise<TaskState> =>
  (await statesOf(db, nodeId, [task], at)).get(task.id)!;

/** Records that a locked node opened a task. */
export const recordOpened = (trx: Trx, nodeId: string, task: Timed, at: number): Promise<void> =>
  write(trx, nodeId, task, at, { opened_at: at });

/** Records that a locked node claimed the reward. */
export const recordClaimed = (trx: Trx, nodeId: string, task: Timed, at: number): Promise<void> =>
  write(trx, nodeId, task, at, { claimed_at: at });

const write = async (
  trx: Trx,
  nodeId: string,
  task: Timed,
  at: number,
  change: { readonly opened_at: number } | { readonly claimed_at: number },
): Promise<void> => {
  await trx
    .insertInto("boost_task_state")
    .values({ node_id: nodeId, task_id: task.id, period: periodOf(task, at), ...change })
    .onConflict((conflict) => conflict.columns(["node_id", "task_id", "period"]).doUpdateSet(change))
    .execute();
};

const stateFrom = (row: { readonly opened_at: bigint | null; readonly claimed_at: bigint | null }): TaskState => ({
  openedAt: row.opened_at === null ? null : Number(row.opened_at),
  claimedAt: row.claimed_at === null ? null : Number(row.claimed_at),
});
