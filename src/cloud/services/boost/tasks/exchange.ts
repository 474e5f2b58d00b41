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
  const taken = await trx
    .selectFrom("boost_exchange")
    .select("node_id")
    .where(({ eb, fn }) => eb(fn<string>("lower", ["exchange"]), "=", profile.exchange.toLowerCase()))
    .where("uid", "=", profile.uid)
    .where("node_id", "!=", nodeId)
    .executeTakeFirst();
  if (taken) throw new AppError("EXCHANGE_TAKEN");
  const named = await trx
    .insertInto("boost_exchange")
    .values({ node_id: nodeId, ...profile })
    .onConflict((conflict) => conflict.column("node_id").doUpdateSet(profile))
    .returning("node_id")
    .executeTakeFirst();
  if (!named) throw new AppError("EXCHANGE_TAKEN");
  return profile;
};
