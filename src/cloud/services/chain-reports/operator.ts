/** Lists errors reported by browsers, for operators. */
import { sql } from "kysely";
import { chainOf } from "../../../../resources/chains.ts";
import type { Row } from "../../../../resources/define.ts";
import type { chainErrors } from "../../../../resources/operator/chain-errors.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../list-query.ts";
import { isUuid } from "../uuid.ts";

type Entry = Row<typeof chainErrors>;

interface ListQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly kind?: string | undefined;
}

/** Anyone can report any kind, so the list of counts is limited. */
const kindsShown = 12;

/** Lists a page of errors, newest first. */
export const listChainErrors = async (
  db: Db,
  { keyword, kind, ...page }: ListQuery,
): Promise<{ items: Entry[]; total: number }> => {
  const matching = errorsIn(db)
    .$if(!!keyword, (rows) => rows.where(sql<string>`content->>'message'`, "ilike", containing(keyword!)))
    .$if(!!kind, (rows) => rows.where(sql<string>`content->>'kind'`, "=", kind!));
  const [rows, total] = await Promise.all([
    columnsOf(matching)
      .orderBy("chain_report.created_at", "desc")
      .orderBy("chain_report.id")
      .$call(onPage(page))
      .execute(),
    countOf(matching),
  ]);
  return { items: rows.map(present), total };
};

/** Returns one error. Throws NOT_FOUND. */
export const findChainError = async (db: Db, id: string): Promise<Entry> => {
  const query = columnsOf(errorsIn(db));
  const row = isUuid(id) ? await query.where("chain_report.id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(row);
};

/** Counts errors by kind, most frequent first. */
export const countChainErrors = async (db: Db): Promise<{ kind: string; count: number; newest: number }[]> => {
  const { rows } = await sql<{ kind: string; count: bigint; newest: Date }>`
    select content->>'kind' as kind, count(*) as count, max(created_at) as newest from chain_report
    where kind = 'ERROR' group by 1 order by 2 desc, 1 limit ${kindsShown}
  `.execute(db);
  return rows.map(({ kind, count, newest }) => ({ kind, count: Number(count), newest: seconds(newest) }));
};

const errorsIn = (db: Db) => db.selectFrom("chain_report").where("chain_report.kind", "=", "ERROR");

const columnsOf = (query: ReturnType<typeof errorsIn>) =>
  query
    .leftJoin("person", "person.id", "chain_report.person_id")
    .selectAll("chain_report")
    .select("person.username as person");

const present = (row: Awaited<ReturnType<ReturnType<typeof columnsOf>["execute"]>>[number]): Entry => {
  const { kind, message, action, code, wallet } = row.content as Record<string, string | undefined>;
  return {
    id: row.id,
    kind: kind ?? "other",
    message: message ?? "",
    createdAt: seconds(row.created_at),
    ...(action && { action }),
    ...(code && { code }),
    ...(wallet && { wallet }),
    ...(row.chain && { network: chainOf(row.chain)?.name ?? row.chain }),
    ...(row.person && { person: row.person }),
  };
};

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
