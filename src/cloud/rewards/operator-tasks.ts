/** Task hub tasks for operators. */
import { randomUUID } from "node:crypto";
import { isFull, type Row } from "../../../resources/declare/define.ts";
import { builtInTasks } from "./built-in-tasks.ts";
import { taskPointsMax } from "../../../resources/rewards/limits.ts";
import { rewardTasks } from "../../../resources/operator/reward-tasks.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import { outOfRange } from "../kernel/out-of-range.ts";
import { claimCounts } from "./claims.ts";
import { allTasks, taskSubject, type Task } from "./tasks.ts";

type Entry = Row<typeof rewardTasks>;
export type NewTask = Pick<Entry, "title" | "desc" | "tab" | "link" | "points" | "active">;
export type TaskChange = Pick<Entry, "title" | "desc" | "points" | "active">;

interface ListQuery {
  readonly page: number;
  readonly size: number;
  readonly keyword?: string | undefined;
  readonly kind?: string | undefined;
  readonly place?: string | undefined;
}

/** In the order of the task hub. There are few, so pages are sliced from the full list. */
export const listTasks = async (
  db: Db,
  { page, size, keyword = "", kind, place }: ListQuery,
): Promise<{ items: Entry[]; total: number }> => {
  const lowerKeyword = keyword.toLowerCase();
  const matching = (await presented(db)).filter(
    (task) =>
      task.title.toLowerCase().includes(lowerKeyword) &&
      (kind === undefined || task.kind === kind) &&
      (place === undefined || task.place === place),
  );
  return { items: matching.slice((page - 1) * size, page * size), total: matching.length };
};

/** Throws NOT_FOUND. */
export const findTask = async (db: Db, id: string): Promise<Entry> => {
  const task = (await presented(db)).find((one) => one.id === id);
  if (!task) throw new AppError("NOT_FOUND");
  return task;
};

/** Throws INVALID_INPUT, and LIMIT_REACHED at the maximum. */
export const createTask = async (trx: Trx, { desc, ...task }: NewTask): Promise<Entry> => {
  checkPoints(task.points);
  const own = (await presented(trx)).filter(({ kind }) => kind === "link");
  if (isFull(rewardTasks, own.length)) throw new AppError("LIMIT_REACHED");
  const id = randomUUID();
  await trx
    .insertInto("reward_task")
    .values({ id, description: desc, ...task })
    .execute();
  return findTask(trx, id);
};

/** Throws NOT_FOUND, INVALID_INPUT. */
export const editTask = async (trx: Trx, id: string, { desc, title, points, active }: TaskChange): Promise<Entry> => {
  await findTask(trx, id);
  checkPoints(points);
  const values = { title, description: desc, points, active };
  await trx
    .insertInto("reward_task")
    .values({ id, tab: null, link: null, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
  return findTask(trx, id);
};

/** Throws NOT_FOUND, also for a built-in task, which can only be disabled. Returns its title. */
export const deleteTask = async (trx: Trx, id: string): Promise<string> => {
  const isBuiltIn = builtInTasks.some((task) => task.id === id);
  const deleted = isBuiltIn
    ? undefined
    : await trx.deleteFrom("reward_task").where("id", "=", id).returning("title").executeTakeFirst();
  if (!deleted) throw new AppError("NOT_FOUND");
  return deleted.title!;
};

const checkPoints = (points: number): void => {
  const fields = outOfRange("points", "Points", points, taskPointsMax);
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
};

const presented = async (db: Db): Promise<Entry[]> => {
  const tasks = await allTasks(db);
  const counts = await claimCounts(
    db,
    tasks.map(({ id }) => taskSubject(id)),
  );
  return tasks.map((task) => present(task, counts.get(taskSubject(task.id)) ?? 0));
};

const present = ({ id, title, text, tab, points, active, builtIn, link }: Task, claims: number): Entry => ({
  id,
  title,
  desc: text,
  tab: tab === "daily" ? "daily" : "newbie",
  place: tab,
  link: link || pageOf(builtIn?.way),
  points,
  active,
  kind: builtIn ? "built-in" : "link",
  claims,
});

/** The email and activation forms open over the task hub itself. */
const pageOf = (path = ""): string => (path.startsWith("/") ? path : "/task-hub");
