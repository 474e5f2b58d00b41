/** Reads and writes the rows of rollups. */
import { sql } from "kysely";
import type { RollupRole } from "../../../../resources/raas/rollups.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { RollupLogLine } from "../../engines/rollups/rollups.ts";

export type RollupRow = RowOf<"rollup_chain">;

/** Maximum log lines per role; older ones are deleted. */
const linesMax = 5_000;
const linesPerReading = 500;

/** Returns the key of a rollup's chain in the block log. */
export const chainKeyOf = (id: string): string => `rollup:${id}`;

export const rowOf = (db: Db, id: string): Promise<RollupRow | undefined> =>
  db.selectFrom("rollup_chain").selectAll().where("id", "=", id).executeTakeFirst();

/** Runs `work` with a lock on the rollup across processes. Does nothing if it does not exist. */
export const withRollupLock = (db: Db, id: string, work: (trx: Trx, row: RollupRow) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom("rollup_chain").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (row) await work(trx, row);
  });

/** Adds a line to a role's log, within `alone`. */
export const writeLine = async (trx: Trx, id: string, role: RollupRole, content: string): Promise<void> => {
  const { rows } = await sql<{ line: number }>`
    insert into rollup_log (rollup_id, role, line, content)
    select ${id}, ${role}, coalesce(max(line) + 1, 0), ${content} from rollup_log
    where rollup_id = ${id} and role = ${role}
    returning line`.execute(trx);
  const { line } = rows[0]!;
  await trx
    .deleteFrom("rollup_log")
    .where("rollup_id", "=", id)
    .where("role", "=", role)
    .where("line", "<=", line - linesMax)
    .execute();
};

/** Same with its own lock; skips a repetition of the role's last line. */
export const writeIfNew = (db: Db, id: string, role: RollupRole, content: string): Promise<void> =>
  withRollupLock(db, id, async (trx) => {
    const last = await trx
      .selectFrom("rollup_log")
      .select("content")
      .where("rollup_id", "=", id)
      .where("role", "=", role)
      .orderBy("line", "desc")
      .limit(1)
      .executeTakeFirst();
    if (last?.content !== content) await writeLine(trx, id, role, content);
  });

/** Returns the lines from `from` up to, but not including, `to`, oldest first. */
export const readLines = async (
  db: Db,
  id: string,
  role: RollupRole,
  from: number,
  to = from + linesPerReading,
): Promise<{ items: RollupLogLine[]; next: number }> => {
  const own = db.selectFrom("rollup_log").where("rollup_id", "=", id).where("role", "=", role);
  const [rows, end] = await Promise.all([
    own
      .select(["line", "at", "content"])
      .where("line", ">=", from)
      .where("line", "<", to)
      .orderBy("line")
      .limit(linesPerReading)
      .execute(),
    own.select((eb) => eb.fn.max("line").as("line")).executeTakeFirst(),
  ]);
  const items = rows.map(({ line, at, content }) => ({ line, at: Math.floor(at.getTime() / 1000), content }));
  return { items, next: end?.line === null || end === undefined ? 0 : end.line + 1 };
};
