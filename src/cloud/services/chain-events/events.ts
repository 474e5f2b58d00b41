/** Event rows and their handlers. */
import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { namedId } from "../../ledger/named-id.ts";
import type { ChainEvent, Effect, EventHandler } from "./handler.ts";
import type { FoundEvent } from "./parse-logs.ts";
import type { Deps, Watched } from "./deps.ts";

export type EventRow = RowOf<"chain_event">;

/** Records that an event is in a block. A settled event keeps its state. */
export const recordEvent = async (
  { chain, handlers }: Pick<Watched, "chain" | "handlers">,
  trx: Trx,
  event: FoundEvent,
): Promise<Effect | undefined> => {
  const { kind, txHash, position, blockHash, fields } = event;
  const place = { block_number: BigInt(event.blockNumber), block_hash: blockHash, fields };
  const row = await trx
    .insertInto("chain_event")
    .values({
      id: namedId(chain.key, txHash, position),
      chain: chain.key,
      tx_hash: txHash,
      position,
      kind,
      status: "SEEN",
      settled_at: null,
      ...place,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["chain", "tx_hash", "position"])
        .doUpdateSet({ ...place, kind, status: "SEEN" })
        .where("chain_event.status", "<>", "SETTLED"),
    )
    .returningAll()
    .executeTakeFirst();
  return row && act({ handlers }, "seen", trx, row);
};

/** Reverts events in blocks above `ancestor`. */
export const revertEvents = async ({ chain, handlers }: Watched, trx: Trx, ancestor: number): Promise<Effect[]> => {
  const rows = await trx
    .selectFrom("chain_event")
    .selectAll()
    .where("chain", "=", chain.key)
    .where("block_number", ">", BigInt(ancestor))
    .where("status", "in", ["SEEN", "SETTLED"])
    .orderBy("block_number", "desc")
    .orderBy("id")
    .forUpdate()
    .execute();
  const effects: Effect[] = [];
  for (const row of rows) {
    const wasSettled = row.status === "SETTLED";
    await trx
      .updateTable("chain_event")
      .set(wasSettled ? { status: "REVERSED", round: row.round + 1, settled_at: null } : { status: "ORPHANED" })
      .where("id", "=", row.id)
      .execute();
    const effect = await act({ handlers }, wasSettled ? "reversed" : "dropped", trx, row);
    if (effect) effects.push(effect);
  }
  return effects;
};

/** Settles an event if it is unchanged since its block was read. */
export const settleEvent = async (
  { handlers }: Pick<Deps, "handlers">,
  trx: Trx,
  { id, block_hash }: EventRow,
): Promise<Effect | undefined> => {
  const row = await trx
    .updateTable("chain_event")
    .set({ status: "SETTLED", settled_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("status", "=", "SEEN")
    .where("block_hash", "=", block_hash)
    .returningAll()
    .executeTakeFirst();
  return row && act({ handlers }, "settled", trx, row);
};

const act = async (
  { handlers }: Pick<Deps, "handlers">,
  moment: Exclude<keyof EventHandler, "waits">,
  trx: Trx,
  row: EventRow,
): Promise<Effect | undefined> => handlers.get(row.kind)?.[moment](trx, eventOf(row));

export const eventOf = ({ id, chain, tx_hash: txHash, block_number, fields, round }: EventRow): ChainEvent => ({
  id,
  chain,
  txHash,
  blockNumber: Number(block_number),
  fields,
  round,
});
