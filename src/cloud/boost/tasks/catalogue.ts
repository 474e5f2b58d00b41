/** All tasks: the built-in ones, then those of operators, oldest first. */
import { builtInTasks } from "../../../../resources/boost/activities.ts";
import { pointKinds } from "../../../../resources/boost/shapes.ts";
import { isOpen, taskGroups, type Task } from "../../../../resources/boost/tasks/task-model.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { camelRow } from "../../kernel/calls/present.ts";
import { isUuid } from "../../kernel/uuid.ts";

export type TaskRow = RowOf<"boost_task">;
/** A task including its server-only fields. */
export interface StoredTask extends Task {
  readonly secret: Buffer | null;
  readonly addresses: readonly string[] | null;
  readonly chat: string | null;
}

/** Tasks of a group or type that are active at a time. Throws NOT_FOUND for an unknown name. */
export const tasksNamed = async (db: Db, name: string, at: number): Promise<StoredTask[]> => {
  const own = builtInTasks.filter(({ group, type }) => group === name || type === name);
  const added = db.selectFrom("boost_task").selectAll().orderBy("created_at").orderBy("id");
  const isGroup = taskGroups.some((group) => group === name);
  if (!isGroup && own.length === 0 && !pointKinds.some((kind) => kind === name)) throw new AppError("NOT_FOUND");
  const rows = await (
    isGroup ? added.where("task_group", "=", name as Task["group"]) : added.where("kind", "=", name as Task["kind"])
  ).execute();
  return [...own.map(withoutSecrets), ...rows.map(taskOf)].filter((task) => isOpen(task, at));
};

/** One active task. */
export const taskWithId = async (db: Db, id: string, at: number): Promise<StoredTask | undefined> => {
  const own = builtInTasks.find((task) => task.id === id);
  if (own) return withoutSecrets(own);
  if (!isUuid(id)) return undefined;
  const row = await db.selectFrom("boost_task").selectAll().where("id", "=", id).executeTakeFirst();
  const task = row && taskOf(row);
  return task && isOpen(task, at) ? task : undefined;
};

/** Tasks completed by entering text. */
export const tasksByProof = async (db: Db, proof: "WORD" | "CODE", at: number): Promise<StoredTask[]> => {
  const rows = await db
    .selectFrom("boost_task")
    .selectAll()
    .where("proof", "=", proof)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(taskOf).filter((task) => isOpen(task, at));
};

const withoutSecrets = (task: Task): StoredTask => ({ ...task, secret: null, addresses: null, chat: null });

const taskOf = (row: TaskRow): StoredTask => ({
  ...camelRow(row),
  group: row.task_group,
  type: row.kind,
  reward: { kind: row.reward_kind, amount: row.reward_amount },
  startsAt: row.starts_at === null ? null : Number(row.starts_at),
  endsAt: row.ends_at === null ? null : Number(row.ends_at),
});
