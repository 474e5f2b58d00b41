/** All tasks: built-in ones with operators' changes, and operators' links. */
import { builtInTasks, type BuiltInTask, type TaskTab } from "./built-in-tasks.ts";
import type { Db } from "../engines/database/database.ts";
import type { RowOf } from "../engines/database/tables.ts";

export interface Task {
  readonly id: string;
  readonly tab: TaskTab;
  readonly title: string;
  readonly text: string;
  readonly icon: string;
  readonly points: number;
  readonly active: boolean;
  /** The fact that proves the task; undefined for a link, which is proved by opening it. */
  readonly builtIn: BuiltInTask | undefined;
  /** URL of a link. */
  readonly link: string;
}

/** Built-in tasks in their order, then links, oldest first. */
export const allTasks = async (db: Db): Promise<Task[]> => {
  const rows = await db.selectFrom("reward_task").selectAll().orderBy("created_at").orderBy("id").execute();
  const set = new Map(rows.map((row) => [row.id, row]));
  const own = rows.flatMap((row) => (row.link === null ? [] : [linkTask(row as LinkRow)]));
  return [...builtInTasks.map((task) => asSet(task, set.get(task.id))), ...own];
};

export const taskSubject = (id: string): string => `task:${id}`;

type Row = Omit<RowOf<"reward_task">, "created_at">;
type LinkRow = { readonly [K in keyof Row]: NonNullable<Row[K]> };

const asSet = (builtIn: BuiltInTask, row: Row | undefined): Task => ({
  id: builtIn.id,
  tab: builtIn.tab,
  title: row?.title ?? builtIn.title,
  text: row?.description ?? builtIn.text,
  icon: builtIn.icon,
  points: row?.points ?? builtIn.points,
  active: row?.active ?? true,
  builtIn,
  link: "",
});

const linkTask = ({ description, ...row }: LinkRow): Task => ({
  ...row,
  text: description,
  icon: "link",
  builtIn: undefined,
});
