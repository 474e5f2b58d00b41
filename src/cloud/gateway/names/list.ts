import { sql } from "kysely";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { containing } from "../../kernel/calls/list-query.ts";
import type { NameRow } from "./names.ts";

export interface NameQuery {
  readonly page?: number;
  readonly size?: number;
  /** `next` of the previous page, in place of a page number. */
  readonly cursor?: string | undefined;
  readonly keyword?: string | undefined;
}

export interface NamePage {
  readonly rows: readonly NameRow[];
  readonly total: number;
  readonly next: string | undefined;
}

/** Lists a team's names, newest first. The keyword matches name, key and value. */
export const listNames = async (
  db: Db,
  teamId: string,
  { page = 1, size = pageSizeDefault, cursor, keyword = "" }: NameQuery,
): Promise<NamePage> => {
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
    .limit(size + 1)
    .offset(after ? 0 : (page - 1) * size)
    .execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow();
  const shown = rows.slice(0, size);
  return { rows: shown, total: Number(total), next: rows.length > size ? cursorOf(shown.at(-1)!) : undefined };
};

const cursorOf = ({ created_at, key }: NameRow): string => `${created_at.getTime()}-${key}`;

const readCursor = (cursor: string): { readonly at: Date; readonly key: string } => {
  const [, ms, key] = /^(\d{1,15})-(k[a-z0-9]{1,128})$/.exec(cursor) ?? [];
  if (ms === undefined || key === undefined) throw new AppError("INVALID_INPUT");
  return { at: new Date(Number(ms)), key };
};
