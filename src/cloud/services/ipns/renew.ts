import type { Db } from "../../engines/database/database.ts";
import type { SecretBox } from "../secret-box.ts";
import { signNext } from "./names.ts";

const atOnce = 20;

/**
 * Renews every record that is past half of its lifetime, for the same lifetime. Several processes can share the work:
 * each skips names locked by others.
 */
export const renewDue = async (db: Db, box: SecretBox): Promise<number> => {
  let renewed = 0;
  for (let count = atOnce; count === atOnce; renewed += count) {
    count = await db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom("ipns_name")
        .selectAll()
        .where("republish_at", "<=", new Date())
        .orderBy("republish_at")
        .limit(atOnce)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const row of due) await signNext(trx, box, row);
      return due.length;
    });
  }
  return renewed;
};
