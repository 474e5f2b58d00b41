/** What happens to notices by time alone. */
import { sql } from "kysely";
import { noticesKeptSeconds } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";

/** Whether a notice for everybody came into its time, or went out of it, after the one moment and until the other. */
export const beganOrEnded = async (db: Db, after: Date, until: Date): Promise<boolean> => {
  const found = await db
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
  return found !== undefined;
};

/** Deletes what a person has read, and what was over for everybody, so long ago that nobody asks for it. Returns how many. */
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
