import { rm } from "node:fs/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import { repeat } from "../../../kernel/repeat.ts";
import type { Database } from "../../database/database.ts";
import type { Encryption } from "../../database/encryption.ts";
import type { Evm, EvmChain } from "../../evm/evm.ts";
import { headsOf } from "../../evm/embedded/chain-log.ts";
import { RollupGone, type RollupOrder, type Rollups } from "../rollups.ts";
import { bridgeMovesOf } from "./bridge-moves.ts";
import { factsOf } from "./facts.ts";
import { addressesOf, createAccounts } from "./keys.ts";
import type { Rollup } from "./rollup.ts";
import { folderOf } from "./rollup-chain.ts";
import { chainKeyOf, readLines, rowOf } from "./rows.ts";
import type { RollupRow } from "./rows.ts";

export interface EmbeddedRollupsOptions {
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly evm: Pick<Evm, "find" | "onBlocks"> & { readonly faucet: NonNullable<Evm["faucet"]> };
  readonly dataDir: string;
  readonly blockMs: number;
  /** Seconds between an output and the payment of its withdrawals. */
  readonly withdrawPeriod: number;
  readonly idleMs?: number;
  readonly log: Logger;
}

/** Default idle time after which a chain is stopped. */
const defaultIdleMs = 300_000;
/** Interval of checking for work left by a stopped process. */
const pollMs = 15_000;
/** Delay after a block of the settlement chain: others may follow immediately. */
const settledMs = 100;

export type EmbeddedRollups = Rollups & {
  readonly handle: NonNullable<Rollups["handle"]>;
  readonly openSession: NonNullable<Rollups["openSession"]>;
  readonly faucet: NonNullable<Rollups["faucet"]>;
  readonly fund: NonNullable<Rollups["fund"]>;
  /** Returns whether a rollup's node runs in this process. */
  isAwake(id: string): Promise<boolean>;
};

/** Opens local rollups, which settle on local chains. Interrupted rollups resume. */
export const openEmbeddedRollups = async (options: EmbeddedRollupsOptions): Promise<EmbeddedRollups> => {
  const { database, encryption, evm, dataDir, withdrawPeriod, idleMs = defaultIdleMs, log } = options;
  const { db } = database;
  const opened = new Map<string, Promise<Rollup>>();
  let isClosed = false;

  const settlementOf = ({ settlement }: Pick<RollupRow, "settlement">): EvmChain => evm.find(settlement)!;
  const openOne = async (row: RollupRow): Promise<Rollup> => {
    const { openRollup } = await import("./rollup.ts");
    return openRollup({ ...options, idleMs, row, settlement: settlementOf(row) });
  };
  const open = (row: RollupRow): Promise<Rollup> => {
    if (isClosed) throw new Error("The server is shutting down.");
    const known = opened.get(row.id);
    if (known) return known;
    const opening = openOne(row);
    opened.set(row.id, opening);
    // A failed opening is retried by the next caller.
    opening.catch(() => opened.delete(row.id));
    return opening;
  };
  const close = async (id: string): Promise<void> => {
    const rollup = opened.get(id);
    opened.delete(id);
    await (await rollup)?.close();
  };
  const existing = async (id: string): Promise<RollupRow> => {
    const row = await rowOf(db, id);
    if (!row) throw new RollupGone();
    return row;
  };
  const running = async (id: string): Promise<Rollup> => {
    const row = await existing(id);
    if (row.state === "STOPPED") throw new RollupGone();
    return open(row);
  };

  const runningAt = async (chainId: number): Promise<RollupRow> => {
    const rows = db.selectFrom("rollup_chain").selectAll().where("chain_id", "=", BigInt(chainId));
    const row = await rows.where("state", "=", "RUNNING").executeTakeFirst();
    if (!row) throw new RollupGone();
    return row;
  };

  /** Wakes the roles of rollups with new blocks or deposits. */
  const look = async (): Promise<void> => {
    const { rows } = await sql<{ id: string }>`
      select id from rollup_chain r
      where state = 'RUNNING' and (
        (select max(number) from evm_block where chain = r.settlement) > r.settled_block
        or (select max(number) from evm_block where chain = 'rollup:' || r.id) > least(r.seen_block, r.batched, r.proposed)
        or exists (select from evm_pending where chain = 'rollup:' || r.id)
        or exists (select from rollup_deposit d where d.rollup_id = r.id and d.paid_hash is null))`.execute(db);
    for (const { id } of rows) if (!isClosed) (await running(id)).work.kick();
  };
  const pollNow = (): Promise<void> =>
    look().catch((error: unknown) => {
      if (!isClosed) log.warn({ err: error }, "Couldn't supervise rollups");
    });
  const stopPolling = repeat(pollMs, () => void pollNow());
  const stopListening = evm.onBlocks((key) => {
    for (const rollup of opened.values())
      rollup.then(
        ({ row, work }) => {
          if (row.settlement === key && !isClosed) work.kick(settledMs);
        },
        () => undefined,
      );
  });
  void pollNow();

  const rowFor = async ({ id, name, chainId, framework, settlement }: RollupOrder): Promise<RollupRow> => {
    const known = await rowOf(db, id);
    if (known) return known;
    if (!Number.isSafeInteger(chainId)) throw new Error("This chain ID is too large. Choose another.");
    const { addresses, sealed } = createAccounts(encryption, id);
    await db
      .insertInto("rollup_chain")
      .values({
        id,
        name,
        chain_id: chainId,
        framework,
        settlement,
        genesis_at: Math.floor(Date.now() / 1000),
        withdraw_period: withdrawPeriod,
        addresses: JSON.stringify(addresses),
        sealed,
        // Blocks before its contract contain none of its events.
        settled_block: (await headsOf(db, [settlement])).get(settlement) ?? 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await rowOf(db, id);
    if (!row) throw new Error("This chain ID has just been taken. Choose another.");
    return row;
  };
  const setState = (id: string, state: RollupRow["state"]) =>
    db.updateTable("rollup_chain").set({ state }).where("id", "=", id).execute();

  return {
    provider: "embedded",
    create: async (order, onStep) => {
      await onStep("KEYS");
      const row = await rowFor(order);
      const settlement = settlementOf(row);
      if (row.state === "MAKING") {
        const { createRollup } = await import("./create-rollup.ts");
        const rollup = await open(row);
        await createRollup({ order, rollup, settlement, faucet: evm.faucet, onStep }).catch((error: unknown) => {
          throw new Error("A local devnet failed. Try again.", { cause: error });
        });
        await setState(order.id, "RUNNING");
      }
      await onStep("READY");
      return factsOf(row, settlement);
    },
    health: async (id) => {
      const row = await existing(id);
      const { readHealth } = await import("./health.ts");
      const rollup = await opened.get(id);
      return readHealth({ db, row, settlement: settlementOf(row), isAwake: rollup?.chain.isRunning() ?? false });
    },
    logs: async (id, role, from, to) => {
      await existing(id);
      return readLines(db, id, role, from, to);
    },
    stop: async (id) => {
      await setState(id, "STOPPED");
      await close(id);
    },
    resume: async (id) => {
      await existing(id);
      await setState(id, "RUNNING");
      (await running(id)).work.kick();
    },
    remove: async (id) => {
      await setState(id, "STOPPED");
      await close(id);
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom("evm_pending").where("chain", "=", chainKeyOf(id)).execute();
        await trx.deleteFrom("evm_block").where("chain", "=", chainKeyOf(id)).execute();
        await trx.deleteFrom("rollup_chain").where("id", "=", id).execute();
      });
      await rm(folderOf(dataDir, id), { recursive: true, force: true });
    },
    handle: async (chainId, body) => (await open(await runningAt(chainId))).handle(body),
    openSession: async (chainId, client) => (await open(await runningAt(chainId))).openSession(client),
    faucet: async (id, address) => (await running(id)).faucet(address),
    fund: async (id, role) => {
      const rollup = await running(id);
      await evm.faucet(settlementOf(rollup.row).key, addressesOf(rollup.row)[role]);
      rollup.work.kick();
    },
    bridgeMoves: async (id, address) => bridgeMovesOf(db, await existing(id), address),
    isAwake: async (id) => (await opened.get(id))?.chain.isRunning() ?? false,
    close: async () => {
      isClosed = true;
      stopPolling();
      stopListening();
      await Promise.all([...opened.keys()].map(close));
    },
  };
};
