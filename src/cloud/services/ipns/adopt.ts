import type { Db } from "../../engines/database/database.ts";
import { republishAt } from "./names.ts";
import type { ReadRecord } from "./record.ts";
import { parseValue, valueText } from "./value.ts";

/**
 * Stores a newer record of one of our own names, signed before the database was restored from a backup, so that sequence
 * numbers continue from it. Returns undefined if the name is not ours, false if the record is not newer.
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
