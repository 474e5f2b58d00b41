/** Quests for operators. */
import { randomUUID } from "node:crypto";
import { sql, type Expression, type SqlBool } from "kysely";
import type { Row } from "../../../../resources/define.ts";
import type { OperatorQuestState, quests } from "../../../../resources/operator/quests.ts";
import { questGoalMax, questPointsMax, questsMax } from "../../../../resources/rewards/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../list-query.ts";
import { hashOf } from "../secrets.ts";
import { isUuid } from "../uuid.ts";
import { claimCounts } from "./claims.ts";
import { secondsOf } from "./deps.ts";
import { canonicalCode, questSubject, type QuestRow } from "./quests.ts";

type Entry = Row<typeof quests>;
export type QuestInput = Omit<Entry, "id" | "claims" | "state" | "createdAt">;

interface ListQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly state?: string | undefined;
}

/** Newest first. */
export const listQuests = async (
  db: Db,
  { keyword, state, ...page }: ListQuery,
): Promise<{ items: Entry[]; total: number }> => {
  const matching = db
    .selectFrom("quest")
    .$if(!!keyword, (rows) => rows.where("title", "ilike", containing(keyword!)))
    .$if(state !== undefined, (rows) => rows.where(inState[state as OperatorQuestState]));
  const [rows, total] = await Promise.all([
    matching.selectAll().orderBy("created_at", "desc").orderBy("id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: await presented(db, rows), total };
};

/** Throws NOT_FOUND. */
export const findQuest = async (db: Db, id: string): Promise<Entry> => {
  const [entry] = await presented(db, [await rowOf(db, id)]);
  return entry!;
};

/** Throws INVALID_INPUT, and LIMIT_REACHED at the maximum. */
export const createQuest = async (trx: Trx, input: QuestInput): Promise<Entry> => {
  check(input, undefined);
  if ((await countOf(trx.selectFrom("quest"))) >= questsMax) throw new AppError("LIMIT_REACHED");
  const id = randomUUID();
  await trx
    .insertInto("quest")
    .values({ id, ...columnsOf(input, undefined) })
    .execute();
  return findQuest(trx, id);
};

/** Existing claims keep their points. Throws NOT_FOUND, INVALID_INPUT. */
export const editQuest = async (trx: Trx, id: string, input: QuestInput): Promise<Entry> => {
  const before = await rowOf(trx, id);
  check(input, before);
  await trx.updateTable("quest").set(columnsOf(input, before)).where("id", "=", id).execute();
  return findQuest(trx, id);
};

/** Throws NOT_FOUND. Returns its title. */
export const deleteQuest = async (trx: Trx, id: string): Promise<string> => {
  const { title } = await rowOf(trx, id);
  await trx.deleteFrom("quest").where("id", "=", id).execute();
  return title;
};

const rowOf = async (db: Db, id: string): Promise<QuestRow> => {
  const row = isUuid(id) ? await db.selectFrom("quest").selectAll().where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

const check = ({ points, proof, code, fact, goal = 1, endsAt }: QuestInput, before: QuestRow | undefined): void => {
  const hasCode = Boolean(code) || before?.code_hash;
  const fields: Record<string, string[]> = {
    ...outside("points", "Points", points, questPointsMax),
    ...outside("goal", "Required count", goal, questGoalMax),
    ...(proof === "CODE" && !hasCode && { code: ["Code is required."] }),
    ...(proof === "FACT" && !fact && { fact: ["Counted activity: choose an option."] }),
    ...(endsAt !== undefined && (endsAt < 0 || endsAt > lastSecond) && { endsAt: ["Until: choose another time."] }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
};

/** The database can't store later times. */
const lastSecond = Date.UTC(9999, 11, 31) / 1000;

const outside = (name: string, label: string, value: number, largest: number): Record<string, string[]> =>
  value >= 1 && value <= largest
    ? {}
    : { [name]: [`${label}: enter a number from 1 to ${largest.toLocaleString("en-US")}.`] };

const columnsOf = (input: QuestInput, before: QuestRow | undefined) => {
  const { title, desc, image = "", link = "", points, proof, code, fact, goal = 1, endsAt, active } = input;
  return {
    title,
    description: desc,
    image,
    link,
    points,
    proof,
    code_hash: code ? hashOf(canonicalCode(code)) : (before?.code_hash ?? null),
    fact: fact ?? null,
    goal,
    ends_at: endsAt === undefined ? null : new Date(endsAt * 1000),
    active,
  };
};

const ended = sql<SqlBool>`(ends_at is not null and ends_at <= now())`;
const inState: Readonly<Record<OperatorQuestState, Expression<SqlBool>>> = {
  online: sql<SqlBool>`active and not ${ended}`,
  ended: sql<SqlBool>`active and ${ended}`,
  off: sql<SqlBool>`not active`,
};

const presented = async (db: Db, rows: readonly QuestRow[]): Promise<Entry[]> => {
  const counts = await claimCounts(
    db,
    rows.map(({ id }) => questSubject(id)),
  );
  return rows.map((row) => present(row, counts.get(questSubject(row.id)) ?? 0));
};

const present = (row: QuestRow, claims: number): Entry => ({
  id: row.id,
  title: row.title,
  desc: row.description,
  points: row.points,
  proof: row.proof,
  active: row.active,
  claims,
  state: stateOf(row),
  createdAt: secondsOf(row.created_at),
  ...(row.image && { image: row.image }),
  ...(row.link && { link: row.link }),
  ...(row.fact && { fact: row.fact, goal: row.goal }),
  ...(row.ends_at && { endsAt: secondsOf(row.ends_at) }),
});

const stateOf = ({ active, ends_at }: QuestRow): OperatorQuestState => {
  if (!active) return "off";
  return ends_at && ends_at <= new Date() ? "ended" : "online";
};
