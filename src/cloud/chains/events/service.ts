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
import { createRunner, type Runner } from "../../kernel/repeat.ts";

export type { ChainEvent, Effect, EventHandler } from "./handler.ts";

export type ChainEvents = ReturnType<typeof createChainEvents>;

interface ServiceDeps {
  readonly database: Pick<Database, "db">;
  readonly evm: Pick<Evm, "chains" | "find" | "onBlocks">;
  readonly log: Pick<Logger, "warn" | "error">;
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

export const createChainEvents = ({ database, evm, log }: ServiceDeps) => {
  const handlers = new Map<RowOf<"chain_event">["kind"], EventHandler>();
  const chains = evm.chains.filter(({ contracts }) => Object.keys(contracts).length > 0);

  const lookAt = async (chain: EvmChain): Promise<boolean> => {
    if (!(await chain.hasHistory())) return true;
    return tick({ database, handlers, log, chain, reader: await readerOf(chain) });
  };

  /** Reads a chain when kicked, and after a pause that grows while reading fails or events are open. */
  const createReader = (chain: EvmChain): Pick<Runner, "kick" | "close"> => {
    const { key } = chain;
    let pauseMs = firstPauseMs;
    let isKicked = false;
    const look = async (): Promise<boolean> => {
      try {
        return (await lookAt(chain)) && !(await hasOpen(database.db, key));
      } catch (error) {
        log.warn({ err: error, chain: key }, "Reading a chain failed; retrying");
        return false;
      }
    };
    const { kick, close } = createRunner(
      async () => {
        isKicked = false;
        const isDone = await look();
        if (isKicked) return undefined;
        const againMs = isDone ? undefined : pauseMs;
        pauseMs = isDone ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
        return againMs;
      },
      () => undefined,
    );
    return { close, kick: () => ((isKicked = true), kick()) };
  };

  /** The chains' readers while the duty runs in this process. */
  let readers: ReadonlyMap<ChainKey, ReturnType<typeof createReader>> = new Map();
  return {
    /** Registers a handler for a kind of event; call before the duty runs. */
    handle: (kind: RowOf<"chain_event">["kind"], handler: EventHandler): void => void handlers.set(kind, handler),
    /** A hint to read one or all chains soon. Proves nothing. */
    hint: (key?: ChainKey): void => (key ? [key] : [...readers.keys()]).forEach((each) => readers.get(each)?.kick()),
    /** Reads a chain now and resolves when done. For tests. */
    poll: async (key: ChainKey): Promise<void> => {
      const chain = evm.find(key);
      if (chain) await lookAt(chain);
    },
    /** Number of confirmations of each pending event, by id. */
    confirmations: (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, { seen: number; needed: number }>> =>
      confirmationsOf(db, chains, ids),
    /** Watches all chains, in one process at a time. */
    duties: [
      {
        name: "Watch the chains",
        every: "1 s",
        scope: "cluster",
        timeout: "none",
        run: async (signal) => {
          const own = new Map(chains.map((chain) => [chain.key, createReader(chain)]));
          readers = own;
          const stopListening = evm.onBlocks((key) => own.get(key)?.kick());
          for (const { kick } of own.values()) kick();
          if (!signal.aborted) await once(signal, "abort");
          stopListening();
          await Promise.all([...own.values()].map(({ close }) => close()));
        },
      },
    ] satisfies readonly Duty[],
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
