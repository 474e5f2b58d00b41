/**
 * Events of our contracts, delivered to handlers: from the first block on, once, and reverted when the chain
 * reorganizes.
 */
import { once } from "node:events";
import type { Logger } from "pino";
import type { ChainKey } from "../../../../resources/chains/chains.ts";
import type { Db, Database } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Evm, EvmChain } from "../../engines/evm/evm.ts";
import type { EventHandler } from "./handler.ts";
import { readerOf } from "./reader.ts";
import { tick } from "./tick.ts";
import type { Duty } from "../../kernel/duties.ts";

export type { ChainEvent, Effect, EventHandler } from "./handler.ts";

export interface ChainEvents {
  /** Registers a handler for a kind of event; call before the duty runs. */
  handle(kind: RowOf<"chain_event">["kind"], handler: EventHandler): void;
  /** A hint to read one or all chains soon. Proves nothing. */
  hint(key?: ChainKey): void;
  /** Reads a chain now and resolves when done. For tests. */
  poll(key: ChainKey): Promise<void>;
  /** Number of confirmations of each pending event, by id. */
  confirmations(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, { seen: number; needed: number }>>;
  /** Watches all chains, in one process at a time. */
  readonly duties: readonly Duty[];
}

interface ServiceDeps {
  readonly database: Pick<Database, "db">;
  readonly evm: Pick<Evm, "chains" | "find" | "onBlocks">;
  readonly log: Pick<Logger, "warn" | "error">;
}

export const createChainEvents = ({ database, evm, log }: ServiceDeps): ChainEvents => {
  const handlers = new Map<RowOf<"chain_event">["kind"], EventHandler>();
  const chains = evm.chains.filter(({ contracts }) => Object.keys(contracts).length > 0);

  const lookAt = async (chain: EvmChain): Promise<boolean> => {
    if (!(await chain.hasHistory())) return true;
    return tick({ database, handlers, log, chain, reader: await readerOf(chain) });
  };

  const look = async (key: ChainKey): Promise<Outcome> => {
    const chain = chains.find((one) => one.key === key);
    if (!chain) return "wait";
    try {
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
    hint: (key) => (key ? [key] : keys).forEach(loop.wake),
    poll: async (key) => {
      const chain = evm.find(key);
      if (chain) await lookAt(chain);
    },
    confirmations: (db, ids) => confirmationsOf(db, chains, ids),
    duties: [
      {
        name: "Watch the chains",
        every: "1 s",
        scope: "cluster",
        timeout: "none",
        run: async (signal) => {
          const stopListening = evm.onBlocks(loop.wake);
          loop.start();
          if (!signal.aborted) await once(signal, "abort");
          stopListening();
          await loop.close();
        },
      },
    ],
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

interface Loop {
  start(): void;
  /** Reads a chain soon; queues another read if one is running. */
  wake(key: ChainKey): void;
  /** Resolves once no chain is being read. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Next step after a read: wait for a wake-up, or read again after a pause. */
type Outcome = "wait" | "later";

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Reads each chain separately: when woken, and after a pause that grows while `look` fails or asks to be called later.
 */
const createLoop = (keys: readonly ChainKey[], look: (key: ChainKey) => Promise<Outcome>): Loop => {
  const running = new Map<ChainKey, Promise<void>>();
  const again = new Set<ChainKey>();
  const timers = new Map<ChainKey, NodeJS.Timeout>();
  const pauses = new Map<ChainKey, number>();
  let isOn = false;

  const run = async (key: ChainKey): Promise<void> => {
    clearTimeout(timers.get(key));
    const outcome = await look(key);
    if (!isOn || again.has(key)) return;
    if (outcome === "wait") {
      pauses.delete(key);
      return;
    }
    const pauseMs = pauses.get(key) ?? firstPauseMs;
    pauses.set(key, Math.min(pauseMs * 2, longestPauseMs));
    timers.set(
      key,
      setTimeout(() => wake(key), pauseMs),
    );
    timers.get(key)!.unref();
  };

  const wake = (key: ChainKey): void => {
    if (!isOn) return;
    if (running.has(key)) {
      again.add(key);
      return;
    }
    const ran = run(key).finally(() => {
      running.delete(key);
      if (again.delete(key)) wake(key);
    });
    running.set(key, ran);
  };

  return {
    start: () => {
      isOn = true;
      keys.forEach(wake);
    },
    wake,
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
    close: async () => {
      isOn = false;
      timers.forEach((timer) => clearTimeout(timer));
      again.clear();
      await Promise.all(running.values());
    },
  };
};
