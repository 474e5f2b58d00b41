/** Scans new transactions to the collector, oldest first, each once across all processes. */
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import type { Ton, TonTransaction } from "../../engines/ton/ton.ts";
import type { Effect } from "../../chains/events/service.ts";

const pageSize = 50;
/** Allowed clock difference to TON nodes. */
const slackSeconds = 600;

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly ton: Pick<Ton, "collector" | "transactions">;
  readonly take: (trx: Trx, transaction: TonTransaction) => Promise<Effect | undefined>;
}

/** A transaction that can't be processed is retried on the next scan, together with all later ones. */
export const scan = async ({ database, ton, take }: Deps): Promise<void> => {
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

/** Unix seconds; no payment can be older than the first order. */
const firstOrderAt = async (db: Db): Promise<number | undefined> => {
  const query = db.selectFrom("mini_order").select("created_at").where("asset", "=", "TON").orderBy("created_at");
  const first = await query.limit(1).executeTakeFirst();
  return first && first.created_at.getTime() / 1000 - slackSeconds;
};

const cursorOf = async (db: Db, address: string): Promise<bigint> => {
  const row = await db.selectFrom("mini_cursor").select("lt").where("address", "=", address).executeTakeFirst();
  return BigInt(row?.lt ?? 0);
};

/** Newest first. */
const newerThan = async (
  ton: Pick<Ton, "transactions">,
  address: string,
  seen: bigint,
  since: number,
): Promise<TonTransaction[]> => {
  const transactions: TonTransaction[] = [];
  for (;;) {
    const upTo = transactions.at(-1);
    const page = await ton.transactions(address, { limit: pageSize, ...(upTo && { upTo }) });
    // The page starts with the requested transaction.
    const further = upTo ? page.slice(1) : page;
    const fresh = further.filter(({ lt, at }) => lt > seen && at >= since);
    transactions.push(...fresh);
    if (fresh.length < further.length || further.length === 0 || page.length < pageSize) return transactions;
  }
};

/** Returns whether this process should handle the transaction: it is newer than all handled ones. */
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
