import type * as z from "zod/mini";
import type { setExchangeProfile } from "../../../../../resources/boost/task-calls.ts";
import { AppError } from "../../../app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";

type Profile = z.output<typeof setExchangeProfile.reply>;

export const exchangeOf = async (db: Db, nodeId: string): Promise<Profile | null> =>
  (await db
    .selectFrom("boost_exchange")
    .select(["exchange", "uid", "address"])
    .where("node_id", "=", nodeId)
    .executeTakeFirst()) ?? null;

/** Names a node's account of an exchange, or another one. Throws EXCHANGE_TAKEN for one that another node has named. */
export const nameExchange = async (trx: Trx, nodeId: string, profile: Profile): Promise<Profile> => {
  try {
    await trx
      .insertInto("boost_exchange")
      .values({ node_id: nodeId, ...profile })
      .onConflict((conflict) => conflict.column("node_id").doUpdateSet(profile))
      .execute();
  } catch (error) {
    // Two may name the same account at the same moment: the index on accounts decides.
    if ((error as { code?: string }).code === uniqueViolation) throw new AppError("EXCHANGE_TAKEN");
    throw error;
  }
  return profile;
};

const uniqueViolation = "23505";
