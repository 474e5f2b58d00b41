/** Faucet gifts of a day (UTC) by receiver: an address on a chain, or an account. */
import { sql } from "kysely";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";

const today = (): number => Math.floor(Date.now() / 86_400_000);

/** Counts another gift today; returns false without counting when the receiver reached `most`. */
export const countGift = async (db: Db, receiver: string, most: number): Promise<boolean> => {
  const day = today();
  await db.deleteFrom("faucet_gift").where("day", "<", day).execute();
  const counted = await db
    .insertInto("faucet_gift")
    .values({ day, receiver, gifts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["day", "receiver"])
        .doUpdateSet({ gifts: sql<number>`faucet_gift.gifts + 1` })
        .where("faucet_gift.gifts", "<", most),
    )
    .returning("day")
    .executeTakeFirst();
  return counted !== undefined;
};

/** Uncounts a gift that was not sent. */
export const uncountGift = async (db: Db, receiver: string): Promise<void> => {
  await db
    .updateTable("faucet_gift")
    .set({ gifts: sql<number>`greatest(0, gifts - 1)` })
    .where("day", "=", today())
    .where("receiver", "=", receiver)
    .execute();
};

/** Throws FAUCET_USED when `countGift` returns false. */
export const requireGift = async (db: Db, receiver: string, most: number): Promise<void> => {
  if (!(await countGift(db, receiver, most))) throw new AppError("FAUCET_USED");
};
