import type { Db } from "../../engines/database/database.ts";
import { republishAt } from "./names.ts";
import type { ReadRecord } from "./record.ts";
import { parseValue, valueText } from "./value.ts";

/**
 * A record of one of our own names that is newer than what we know of it: it was signed before the database was
 * restored from a backup. It is taken up, so that the sequence number goes on from there. undefined when the name is
 * not ours, false when the record is no news.
 */
export const adoptRecord = (db: Db, key: string, record: ReadRecord): Promise<boolean | undefined> =>
  db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom("ipns_name")
      .select(["sequence", "lifetime_days"])
      .where("key", "=", key)
      .forUpdate()
      .executeTakeFirst();
    if (!own) return undefined;
    const value = parseValue(record.value);
    if (!value || record.sequence <= BigInt(own.sequence)) return false;
    await trx
      .updateTable("ipns_name")
      .set({
        value: valueText(value),
        sequence: record.sequence,
        record: Buffer.from(record.bytes),
        expires_at: record.expiresAt,
        republish_at: republishAt(record.expiresAt, own.lifetime_days),
        updated_at: new Date(),
      })
      .where("key", "=", key)
      .execute();
    return true;
  });
