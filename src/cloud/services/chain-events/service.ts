/**
 * Events of our contracts, delivered to handlers: from the first block on, once, and reverted when the chain
 * reorganizes.
 */
import type { Logger } from "pino";
import type { ChainKey } from "../../../../resources/chains.ts";
import type { Db, Database } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Evm, EvmChain } from "../../engines/evm/evm.ts";
import type { EventHandler } from "./handler.ts";
import { createLoop, type Outcome } from "./loop.ts";
import { readerOf } from "./reader.ts";
import { tick } from "./tick.ts";
import type { Pool, PoolClient } from "pg";

export type { ChainEvent, Effect, EventHandler } from "./handler.ts";

export interface ChainEvents {
  /** Registers a handler for a kind of event; call before `work`. */
  handle(kind: RowOf<"chain_event">["kind"], handler: EventHandler): void;
  /** Watches all chains from now on, in one process at a time. */
  work(): void;
  /** A hint to read one or all chains soon. Proves nothing. */
  hint(key?: ChainKey): void;
  /** Reads a chain now and resolves when done. For tests. */
  poll(key: ChainKey): Promise<void>;
  /** Number of confirmations of each pending event, by id. */
  confirmations(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, { seen: number; needed: number }>>;
  close(): Promise<void>;
}

/** Advisory lock number of the watching process. */
const watcherLock = 4_033_001;

interface ServiceDeps {
  readonly database: Pick<Database, "db" | "pool">;
  readonly evm: Pick<Evm, "chains" | "find" | "onBlocks">;
  readonly log: Pick<Logger, "warn" | "error">;
}

export const createChainEvents = ({ database, evm, log }: ServiceDeps): ChainEvents => {
  const handlers = new Map<RowOf<"chain_event">["kind"], EventHandler>();
  const turn = createTurn(database.pool, watcherLock);
  const chains = evm.chains.filter(({ contracts }) => Object.keys(contracts).length > 0);
  let stopListening = (): void => undefined;

  const lookAt = async (chain: EvmChain): Promise<boolean> => {
    if (!(await chain.hasHistory())) return true;
    return tick({ database, handlers, log, chain, reader: await readerOf(chain) });
  };

  const look = async (key: ChainKey): Promise<Outcome> => {
    const chain = chains.find((one) => one.key === key);
    if (!chain) return "wait";
    try {
      if (!(await turn.isMine())) return "later";
      const isDone = await lookAt(chain);
      return isDone && !(await hasOpen(database.db, key)) ? "wait" : "later";
    } catch (error) {
      log.warn({ err: error, chain: key }, "Reading a chain failed; retrying");
      return "later";
    }
  };

  const keys = chains.map(({ key }) => key);
  const loop = createLoop(keys, look);
  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    work: () => {
      stopListening = evm.onBlocks(loop.wake);
      loop.start();
    },
    hint: (key) => (key ? [key] : keys).forEach(loop.wake),
    poll: async (key) => {
      const chain = evm.find(key);
      if (chain) await lookAt(chain);
    },
    confirmations: (db, ids) => confirmationsOf(db, chains, ids),
    close: async () => {
      stopListening();
      await loop.close();
      await turn.close();
    },
  };
};

/** Whether an event awaits confirmations or could not be settled. */
const hasOpen = async (db: Db, key: ChainKey): Promise<boolean> => {
  const row = await db
    .selectFrom("chain_event")
    .select("id")
    .where("chain", "=", key)
    .where("status", "=", "SEEN")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

const confirmationsOf = async (db: Db, chains: readonly EvmChain[], ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, { seen: number; needed: number }>();
  const rows = await db
    .selectFrom("chain_event")
    .innerJoin("chain_cursor", "chain_cursor.chain", "chain_event.chain")
    .select(["chain_event.id", "chain_event.chain", "block_number", "next_block"])
    .where("chain_event.id", "in", [...ids])
    .where("status", "in", ["SEEN", "SETTLED"])
    .execute();
  return new Map(
    rows.map(({ id, chain, block_number, next_block }) => {
      const needed = chains.find(({ key }) => key === chain)?.confirmations ?? 1;
      return [id, { seen: Math.min(Number(next_block - block_number), needed), needed }] as const;
    }),
  );
};

/** Leader election among processes by a database advisory lock. */
interface Turn {
  /** Whether this process leads, until `close` or a broken connection. */
  isMine(): Promise<boolean>;
  close(): Promise<void>;
}

const createTurn = (pool: Pick<Pool, "connect">, lock: number): Turn => {
  let holder: PoolClient | undefined;
  let asking: Promise<boolean> | undefined;

  const ask = async (): Promise<boolean> => {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [lock]);
      if (!rows[0]!.mine) {
        client.release();
        return false;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    holder = client;
    // The lock ends with the connection.
    client.once("end", () => (holder = undefined));
    client.once("error", () => (holder = undefined));
    return true;
  };

  return {
    isMine: () => {
      if (holder) return Promise.resolve(true);
      return (asking ??= ask().finally(() => (asking = undefined)));
    },
    close: async () => {
      await asking?.catch(() => false);
      // Not returned to the pool: that would keep the lock.
      holder?.release(true);
      holder = undefined;
    },
  };
};
