import { sql } from "kysely";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { containing } from "../list-query.ts";
import type { NameRow } from "./names.ts";

export interface NameQuery {
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
  readonly keyword?: string | undefined;
}

export interface NamePage {
  readonly rows: readonly NameRow[];
  readonly total: number;
  readonly next: string | undefined;
}

/** Lists a team's names, newest first. The keyword matches name, key and value. */
export const listNames = async (db: Db, teamId: string, { cursor, keyword = "" }: NameQuery): Promise<NamePage> => {
  const pattern = containing(keyword.trim());
  const matching = db
    .selectFrom("ipns_name")
    .where("team_id", "=", teamId)
    .where((eb) => eb.or([eb("name", "ilike", pattern), eb("key", "ilike", pattern), eb("value", "ilike", pattern)]));
  const after = cursor === undefined || cursor === "" ? undefined : readCursor(cursor);
  const rows = await matching
    .selectAll()
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, key) < (${after?.at}, ${after?.key})`))
    .orderBy("created_at", "desc")
    .orderBy("key", "desc")
    .limit(pageSizeDefault + 1)
    .execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow();
  const page = rows.slice(0, pageSizeDefault);
  return { rows: page, total: Number(total), next: rows.length > page.length ? cursorOf(page.at(-1)!) : undefined };
};

const cursorOf = ({ created_at, key }: NameRow): string => `${created_at.getTime()}-${key}`;

const readCursor = (cursor: string): { readonly at: Date; readonly key: string } => {
  const [, ms, key] = /^(\d{1,15})-(k[a-z0-9]{1,128})$/.exec(cursor) ?? [];
  if (ms === undefined || key === undefined) throw new AppError("INVALID_INPUT");
  return { at: new Date(Number(ms)), key };
};
