/** Looks at what came to the collector since the last look, the oldest first, each transaction once for all processes. */
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import type { Ton, TonTransaction } from "../../engines/ton/ton.ts";
import type { Effect } from "../chain-events/service.ts";
import "./tables.ts";

const pageSize = 50;
/** Clocks of nodes and ours may differ by so much. */
const slackSeconds = 600;

interface Parts {
  readonly database: Pick<Database, "db">;
  readonly ton: Pick<Ton, "collector" | "transactions">;
  readonly take: (trx: Trx, transaction: TonTransaction) => Promise<Effect | undefined>;
}

/** A transaction that cannot be worked on is met again at the next look, and those after it with it. */
export const look = async ({ database, ton, take }: Parts): Promise<void> => {
  const { db } = database;
  const since = await firstOrderAt(db);
  if (since === undefined) return;
  const address = await ton.collector();
  const seen = await cursorOf(db, address);
  for (const transaction of (await newerThan(ton, address, seen, since)).toReversed()) {
    const effect = await db.transaction().execute(async (trx) => {
      if (!(await advance(trx, address, transaction.lt))) return undefined;
      return take(trx, transaction);
    });
    effect?.();
  }
};

/** Unix seconds; before the first order nothing can have been paid. */
const firstOrderAt = async (db: Db): Promise<number | undefined> => {
  const query = db.selectFrom("mini_order").select("created_at").where("asset", "=", "TON").orderBy("created_at");
  const first = await query.limit(1).executeTakeFirst();
  return first && first.created_at.getTime() / 1000 - slackSeconds;
};

const cursorOf = async (db: Db, address: string): Promise<bigint> => {
  const row = await db.selectFrom("mini_cursor").select("lt").where("address", "=", address).executeTakeFirst();
  return BigInt(row?.lt ?? 0);
};

/** The newest first. */
const newerThan = async (
  ton: Pick<Ton, "transactions">,
  address: string,
  seen: bigint,
  since: number,
): Promise<TonTransaction[]> => {
  const found: TonTransaction[] = [];
  for (;;) {
    const upTo = found.at(-1);
    const page = await ton.transactions(address, { limit: pageSize, ...(upTo && { upTo }) });
    // The page begins with the one that it was asked for.
    const further = upTo ? page.slice(1) : page;
    const fresh = further.filter(({ lt, at }) => lt > seen && at >= since);
    found.push(...fresh);
    if (fresh.length < further.length || further.length === 0 || page.length < pageSize) return found;
  }
};

/** Whether this transaction is this process's to work on: it is later than all that were. */
const advance = async (trx: Trx, address: string, lt: bigint): Promise<boolean> => {
  await trx
    .insertInto("mini_cursor")
    .values({ address, lt: "0" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const moved = await trx
    .updateTable("mini_cursor")
    .set({ lt: lt.toString() })
    .where("address", "=", address)
    .where("lt", "<", lt.toString())
    .returning("address")
    .executeTakeFirst();
  return moved !== undefined;
};
