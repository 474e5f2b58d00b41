import { sql } from "kysely";
import type { Logger } from "pino";
import { nextBlock, knownBlocks, deleteBlocks, moveCursor, saveBlock, storedHash } from "./cursor.ts";
import type { Effect, ChainEvent, EventHandler } from "./handler.ts";
import { parseLogs, type FoundEvent } from "./parse-logs.ts";
import type { Trx, Database } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { namedId } from "../../billing/ledger/named-id.ts";
import type { EvmChain } from "../../engines/evm/evm.ts";
import type { Reader } from "./reader.ts";

/** Maximum reorganizations in one read; further ones wait for the next. */
const attempts = 5;

/**
 * Reads a chain once: rewinds to the common block, reads new blocks, settles confirmed events. Safe to kill at any
 * point, and to run twice. Returns false when the chain reorganized meanwhile.
 */
export const tick = async (watched: Watched): Promise<boolean> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const head = await watched.reader.head();
    const next = await rewind(watched, await nextBlock(watched.database.db, watched.chain), head);
    if (!(await scan(watched, next, head))) continue;
    await settle(watched, head);
    if (next <= head) await reportWaiting(watched);
    return true;
  }
  return false;
};

/** Returns the next block to read. Throws when another process reads this chain. */
const rewind = async (watched: Watched, next: number, head: number): Promise<number> => {
  const { chain, database } = watched;
  const ancestor = await commonAncestor(watched, next, head);
  if (ancestor + 1 >= next) return next;
  const effects = await database.db.transaction().execute(async (trx): Promise<Effect[]> => {
    if (!(await moveCursor(trx, chain, next, ancestor + 1))) throw new Error(`Another process reads ${chain.key}.`);
    await deleteBlocks(trx, chain, ancestor);
    return revertEvents(watched, trx, ancestor);
  });
  effects.forEach((effect) => effect());
  return ancestor + 1;
};

/** Returns the newest block that was read and still exists. A lagging node proves nothing: only another hash does. */
const commonAncestor = async ({ chain, database, reader }: Watched, next: number, head: number): Promise<number> => {
  let isTrue = true;
  for (let below = Math.min(next, head + 1); ;) {
    const blocks = await knownBlocks(database.db, chain, below);
    for (const { number, hash } of blocks) {
      const header = await reader.header(number);
      if (!header) throw new Error(`${chain.key} does not return its block ${number}.`);
      if (header.hash === hash) return isTrue ? next - 1 : number;
      isTrue = false;
      below = number;
    }
    if (blocks.length === 0) return isTrue ? next - 1 : chain.startBlock - 1;
  }
};

const eventsAtOnce = 500;

/** Handles confirmed events, each in its own transaction. A failing event is retried later and blocks no other. */
const settle = async (watched: Watched, head: number): Promise<void> => {
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

/** Maximum block range of a node's reply. */
const rangeBlocks = 500;
/** Near the head, within this distance or a multiple of the confirmations, each block is read separately. */
const nearBlocks = 64;
const nearConfirmations = 4;

interface Read {
  readonly last: { readonly number: number; readonly hash: string };
  readonly events: readonly FoundEvent[];
}

/** Returns whether everything up to `head` was read; false after a reorganization. */
const scan = async (watched: Watched, first: number, head: number): Promise<boolean> => {
  const settledUpTo = head - Math.max(nearBlocks, nearConfirmations * watched.chain.confirmations);
  for (let next = first; next <= head;) {
    const read = next < settledUpTo ? await range(watched, next, settledUpTo) : await block(watched, next);
    if (!read) return false;
    await keep(watched, next, read);
    next = read.last.number + 1;
  }
  return true;
};

const block = async (watched: Watched, number: number): Promise<Read | undefined> => {
  const { reader, chain, database } = watched;
  const header = await reader.header(number);
  const parent = await storedHash(database.db, chain, number - 1);
  if (!header || (parent !== undefined && parent !== header.parentHash)) return undefined;
  return { last: header, events: parseLogs(await reader.logsIn(header.hash), chain.contracts) };
};

const range = async (watched: Watched, first: number, upTo: number): Promise<Read | undefined> => {
  const { reader, chain } = watched;
  const last = await reader.header(Math.min(first + rangeBlocks - 1, upTo));
  if (!last) return undefined;
  return { last, events: parseLogs(await reader.logsBetween(first, last.number), chain.contracts) };
};

/** Events and cursor in one transaction: reading resumes there after a crash. */
const keep = async (watched: Watched, first: number, { last, events }: Read): Promise<void> => {
  const { chain, database } = watched;
  const effects = await database.db.transaction().execute(async (trx): Promise<Effect[]> => {
    if (!(await moveCursor(trx, chain, first, last.number + 1))) throw new Error(`Another process reads ${chain.key}.`);
    await saveBlock(trx, chain, last);
    const made: Effect[] = [];
    for (const event of events) {
      const effect = await recordEvent(watched, trx, event);
      if (effect) made.push(effect);
    }
    return made;
  });
  effects.forEach((effect) => effect());
};

/** Reports pending events that gained confirmations. */
const reportWaiting = async ({ database, handlers, chain }: Watched): Promise<void> => {
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

// Event rows and their handlers.

type EventRow = RowOf<"chain_event">;

/** Records that an event is in a block. A settled event keeps its state. */
const recordEvent = async (
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
const revertEvents = async ({ chain, handlers }: Watched, trx: Trx, ancestor: number): Promise<Effect[]> => {
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
const settleEvent = async (
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

const eventOf = ({ id, chain, tx_hash: txHash, block_number, fields, round }: EventRow): ChainEvent => ({
  id,
  chain,
  txHash,
  blockNumber: Number(block_number),
  fields,
  round,
});

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly handlers: ReadonlyMap<RowOf<"chain_event">["kind"], EventHandler>;
  readonly log: Pick<Logger, "warn" | "error">;
}

/** State of one chain while it is read. */
interface Watched extends Deps {
  readonly chain: EvmChain;
  readonly reader: Reader;
}
