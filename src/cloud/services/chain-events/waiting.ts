/** Reports pending events that gained confirmations. */
import { eventOf } from "./events.ts";
import type { Watched } from "./deps.ts";

const eventsAtOnce = 500;

export const reportWaiting = async ({ database, handlers, chain }: Watched): Promise<void> => {
  const rows = await database.db
    .selectFrom("chain_event")
    .selectAll()
    .where("chain", "=", chain.key)
    .where("status", "=", "SEEN")
    .orderBy("block_number")
    .limit(eventsAtOnce)
    .execute();
  for (const row of rows) {
    const effect = await handlers.get(row.kind)?.waits?.(database.db, eventOf(row));
    effect?.();
  }
};
