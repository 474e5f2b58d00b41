/** Tasks managed by operators. */
import { randomUUID } from "node:crypto";
import type { Row } from "../../../../../resources/define.ts";
import { taskWaitDefault } from "../../../../../resources/boost/task-limits.ts";
import { rewardLabel } from "../../../../../resources/boost/task-model.ts";
import type { BoostTaskState, boostTasks } from "../../../../../resources/operator/boost-tasks.ts";
import { AppError } from "../../../app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../../list-query.ts";
import { secondsOf } from "../../seconds-of.ts";
import type { SecretBox } from "../../secret-box.ts";
import { isUuid } from "../../uuid.ts";
import type { TaskRow } from "./catalogue.ts";
import { addressesIn, checkTask } from "./check.ts";
import { hashWord } from "./secret-word.ts";
import { codePurpose } from "./answers.ts";

type Entry = Row<typeof boostTasks>;
export type TaskInput = Omit<Entry, "id" | "state" | "done" | "reward" | "createdAt">;
type Sealing = Pick<SecretBox, "seal">;

interface ListQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly group?: string | undefined;
  readonly proof?: string | undefined;
}

/** A page of tasks, newest first. */
export const listOwn = async (
  db: Db,
  { keyword, group, proof, ...page }: ListQuery,
  at: number,
): Promise<{ items: Entry[]; total: number }> => {
  const matching = db
    .selectFrom("boost_task")
    .$if(!!keyword, (rows) => rows.where("name", "ilike", containing(keyword!)))
    .$if(group !== undefined, (rows) => rows.where("task_group", "=", group as Entry["group"]))
    .$if(proof !== undefined, (rows) => rows.where("proof", "=", proof as Entry["proof"]));
  const [rows, total] = await Promise.all([
    matching.selectAll().orderBy("created_at", "desc").orderBy("id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  const done = await doneOf(
    db,
    rows.map(({ id }) => id),
  );
  return { items: rows.map((row) => present(row, done.get(row.id) ?? 0, at)), total };
};

/** Throws NOT_FOUND. */
export const findOwn = async (db: Db, id: string, at: number): Promise<Entry> => {
  const row = await rowOf(db, id);
  return present(row, (await doneOf(db, [id])).get(id) ?? 0, at);
};

/** Throws INVALID_INPUT. */
export const createTask = async (box: Sealing, trx: Trx, input: TaskInput, at: number): Promise<Entry> => {
  checkTask(input, undefined);
  const id = randomUUID();
  const current = { secret: null, addresses: null };
  await trx
    .insertInto("boost_task")
    .values({ id, ...(await columnsFrom(box, id, input, current)) })
    .execute();
  return findOwn(trx, id, at);
};

/** Omitted fields are cleared, except the secret and the list. Throws NOT_FOUND, INVALID_INPUT. */
export const editTask = async (
  box: Sealing,
  trx: Trx,
  { id, input, at }: { readonly id: string; readonly input: TaskInput; readonly at: number },
): Promise<Entry> => {
  const current = await rowOf(trx, id);
  checkTask(input, current);
  await trx
    .updateTable("boost_task")
    .set(await columnsFrom(box, id, input, current))
    .where("id", "=", id)
    .execute();
  return findOwn(trx, id, at);
};

/** Returns the task's name. Throws NOT_FOUND. */
export const deleteTask = async (trx: Trx, id: string): Promise<string> => {
  const { name } = await rowOf(trx, id);
  await trx.deleteFrom("boost_task").where("id", "=", id).execute();
  await trx.deleteFrom("boost_task_state").where("task_id", "=", id).execute();
  return name;
};

const rowOf = async (db: Db, id: string): Promise<TaskRow> => {
  const row = isUuid(id)
    ? await db.selectFrom("boost_task").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

/** Counts the claims of each task. */
const doneOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom("boost_task_state")
    .select(({ fn }) => ["task_id", fn.countAll<bigint>().as("done")])
    .where("task_id", "in", ["", ...ids])
    .where("claimed_at", "is not", null)
    .groupBy("task_id")
    .execute();
  return new Map(rows.map(({ task_id, done }) => [task_id, Number(done)]));
};

const columnsFrom = async (
  box: Sealing,
  id: string,
  input: TaskInput,
  current: Pick<TaskRow, "secret" | "addresses">,
) => ({
  task_group: input.group,
  name: input.name,
  description: input.description,
  icon: input.icon,
  press: input.press,
  link: input.link || null,
  proof: input.proof,
  goal: input.goal || 1,
  wait_seconds: input.proof === "OPENED" ? (input.waitSeconds ?? taskWaitDefault) : 0,
  reward_kind: input.rewardKind,
  reward_amount: input.rewardAmount,
  kind: input.kind ?? "quest",
  secret: await secretFrom(box, id, input, current.secret),
  addresses: input.proof === "LISTED" ? (addressesIn(input.addresses) ?? current.addresses) : null,
  chat: input.proof === "MEMBER" ? (input.chat?.trim() ?? null) : null,
  starts_at: input.startsAt ?? null,
  ends_at: input.endsAt ?? null,
});

const secretFrom = async (
  box: Sealing,
  id: string,
  { proof, secret }: TaskInput,
  current: Buffer | null,
): Promise<Buffer | null> => {
  if (proof !== "WORD" && proof !== "CODE") return null;
  if (!secret) return current;
  return proof === "WORD" ? hashWord(secret) : box.seal(codePurpose(id), secret);
};

const present = (row: TaskRow, done: number, at: number): Entry => ({
  id: row.id,
  name: row.name,
  description: row.description,
  group: row.task_group as Entry["group"],
  icon: row.icon as Entry["icon"],
  proof: row.proof,
  ...(row.chat !== null && { chat: row.chat }),
  goal: row.goal,
  waitSeconds: row.wait_seconds,
  press: row.press,
  ...(row.link !== null && { link: row.link }),
  rewardKind: row.reward_kind,
  rewardAmount: row.reward_amount,
  kind: row.kind as NonNullable<Entry["kind"]>,
  ...(row.starts_at !== null && { startsAt: Number(row.starts_at) }),
  ...(row.ends_at !== null && { endsAt: Number(row.ends_at) }),
  state: stateAt(row, at),
  done,
  reward: rewardLabel({ kind: row.reward_kind, amount: row.reward_amount }),
  createdAt: secondsOf(row.created_at),
});

const stateAt = ({ starts_at, ends_at }: TaskRow, at: number): BoostTaskState => {
  if (starts_at !== null && Number(starts_at) > at) return "scheduled";
  return ends_at !== null && Number(ends_at) <= at ? "ended" : "online";
};
