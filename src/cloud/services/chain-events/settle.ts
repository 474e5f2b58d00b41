/** Handles confirmed events. */
import { settleEvent, type EventRow } from "./events.ts";
import type { Watched } from "./deps.ts";

const eventsAtOnce = 500;

/** One transaction for each event. A failing event is retried later and blocks no other. */
export const settle = async (watched: Watched, head: number): Promise<void> => {
  const { database, reader, chain, log } = watched;
  const hashes = new Map<number, string | undefined>();
  for (const row of await ripe(watched, head)) {
    const number = Number(row.block_number);
    if (!hashes.has(number)) hashes.set(number, (await reader.header(number))?.hash);
    if (hashes.get(number) !== row.block_hash) continue;
    try {
      const effect = await database.db.transaction().execute((trx) => settleEvent(watched, trx, row));
      effect?.();
    } catch (error) {
      log.error({ err: error, chain: chain.key, transaction: row.tx_hash }, "Handling a chain event failed");
    }
  }
};

const ripe = ({ database, chain }: Watched, head: number): Promise<EventRow[]> =>
  database.db
    .selectFrom("chain_event")
    .selectAll()
    .where("chain", "=", chain.key)
    .where("status", "=", "SEEN")
    .where("block_number", "<=", BigInt(head - chain.confirmations + 1))
    .orderBy("block_number")
    .orderBy("tx_hash")
    .orderBy("position")
    .limit(eventsAtOnce)
    .execute();
