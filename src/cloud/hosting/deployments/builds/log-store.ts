import { sql, type RawBuilder } from "kysely";
import { logPageLines } from "../../../../../resources/limits.ts";
import type { LogLine } from "../../../../../resources/hosting/log-line.ts";
import type { Db } from "../../../engines/database/database.ts";
import { secondsOf } from "../../../lib/seconds-of.ts";

export interface UnnumberedLine {
  /** Unix seconds, an integer. */
  readonly timestamp: number;
  readonly content: string;
}

/** The writing attempt; its lines are refused once another took over or the deployment ended. */
export interface Writer {
  readonly id: string;
  readonly attempt: number;
}

/**
 * Stores lines at the end of a deployment's log and returns them with their numbers; undefined if the writer was
 * superseded. Counting and storing are one statement, so numbers have no gaps or duplicates.
 */
export const appendLines = (db: Db, writer: Writer, lines: readonly UnnumberedLine[]): Promise<LogLine[] | undefined> =>
  append(db, sql`id = ${writer.id} and attempt = ${writer.attempt} and ended_at is null`, lines);

/** Stores a line at the end of an ended deployment's log; undefined if it has not ended. */
export const appendRemark = async (db: Db, id: string, line: UnnumberedLine): Promise<LogLine | undefined> =>
  (await append(db, sql`id = ${id} and ended_at is not null`, [line]))?.[0];

const append = async (
  db: Db,
  owner: RawBuilder<unknown>,
  lines: readonly UnnumberedLine[],
): Promise<LogLine[] | undefined> => {
  const { rows } = await sql<{ before: number }>`
    with owner as (
      update deployment set log_lines = log_lines + ${lines.length}
      where ${owner}
      returning number, log_lines - ${lines.length} as before
    ),
    stored as (
      insert into deployment_log (deployment, seq, logged_at, content)
      select owner.number, owner.before + line.place, to_timestamp(line.at), line.content
      from owner, unnest(
        ${lines.map(({ timestamp }) => timestamp)}::bigint[],
        ${lines.map(({ content }) => content)}::text[]
      ) with ordinality as line (at, content, place)
    )
    select before from owner
  `.execute(db);
  const [counted] = rows;
  return counted && lines.map((line, index) => ({ ...line, seq: counted.before + index + 1 }));
};

/** Reads lines after `after`, oldest first, at most 5,000. */
export const readLines = async (
  db: Db,
  deployment: bigint,
  after: number,
): Promise<{ items: LogLine[]; more: boolean }> => {
  const rows = await db
    .selectFrom("deployment_log")
    .select(["seq", "logged_at", "content"])
    .where("deployment", "=", deployment)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(logPageLines + 1)
    .execute();
  const items = rows
    .slice(0, logPageLines)
    .map(({ seq, logged_at, content }) => ({ seq, timestamp: secondsOf(logged_at), content }));
  return { items, more: rows.length > logPageLines };
};

/** Creates a line with the current time. PostgreSQL text holds every character but NUL. */
export const lineOf = (content: string): UnnumberedLine => ({
  timestamp: Math.floor(Date.now() / 1000),
  content: content.replaceAll("\0", ""),
});
