/** Time-based processing of notices. */
import { sql } from "kysely";
import { noticesKeptSeconds } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";

/** Whether a broadcast notice started or ended between the two moments. */
export const startedOrEnded = async (db: Db, after: Date, until: Date): Promise<boolean> => {
  const dueNotice = await db
    .selectFrom("notice")
    .select("id")
    .where("person_id", "is", null)
    .where((where) =>
      where.or([
        where.and([where("starts_at", ">", after), where("starts_at", "<=", until)]),
        where.and([where("ends_at", ">", after), where("ends_at", "<=", until)]),
      ]),
    )
    .executeTakeFirst();
  return dueNotice !== undefined;
};

/** Deletes old read notices and old ended broadcasts. Returns how many. */
export const sweep = async (db: Db): Promise<number> => {
  const limit = sql<Date>`now() - make_interval(secs => ${noticesKeptSeconds})`;
  const readLongAgo = db.selectFrom("notice_read").select("notice_id").where("read_at", "<", limit);
  const { numDeletedRows } = await db
    .deleteFrom("notice")
    .where((where) =>
      where.or([
        where("ends_at", "<", limit),
        where.and([where("person_id", "is not", null), where("id", "in", readLongAgo)]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};
