import { readdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import type { Logger } from "pino";
import { repeat } from "../../kernel/repeat.ts";
import type { Database, Db } from "../../engines/database/database.ts";
import type { Encryption } from "../../engines/database/encryption.ts";
import type { Evm, EvmChain } from "../../engines/evm/evm.ts";
import { headsOf } from "../evm/chain-log.ts";
import {
  RollupGone,
  type RollupOrder,
  type Rollups,
  type RollupDeposit,
  type RollupWithdrawal,
} from "../../engines/rollups/rollups.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { Fence, Owners, Owning } from "../../kernel/owners.ts";
import { factsOf } from "./facts.ts";
import { addressesOf, createAccounts } from "./keys.ts";
import type { OwnedRollup, Rollup, RollupRequest } from "./rollup.ts";
import { folderOf } from "./rollup-chain.ts";
import { chainKeyOf, readLines, rowOf, type RollupRow } from "./rows.ts";
import { withdrawalTree, type WithdrawalTree } from "./withdrawal-tree.ts";
import type { RowOf } from "../../engines/database/tables.ts";

export interface EmbeddedRollupsOptions {
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly evm: Pick<Evm, "find" | "onBlocks"> & { readonly faucet: NonNullable<Evm["faucet"]> };
  readonly dataDir: string;
  readonly blockMs: number;
  /** Seconds between an output and the payment of its withdrawals. */
  readonly withdrawPeriod: number;
  readonly idleMs?: number;
  readonly owners: Owners;
  readonly log: Logger;
}

/** Default idle time after which a chain is stopped. */
const defaultIdleMs = 300_000;
/** Interval of checking for work of which no signal arrived. */
const pollMs = 15_000;
const blockSignal = "rollup block";
const endSignal = "rollup ended";
/** Delay after a block of the settlement chain: others may follow immediately. */
const settledMs = 100;

export type EmbeddedRollups = Rollups & {
  readonly handle: NonNullable<Rollups["handle"]>;
  readonly openSession: NonNullable<Rollups["openSession"]>;
  readonly faucet: NonNullable<Rollups["faucet"]>;
  readonly fund: NonNullable<Rollups["fund"]>;
  /** Returns whether a rollup's node runs, in any process. */
  isAwake(id: string): Promise<boolean>;
};

/** Opens local rollups, which settle on local chains. Each rollup's owner resumes what was interrupted. */
export const openEmbeddedRollups = async (options: EmbeddedRollupsOptions): Promise<EmbeddedRollups> => {
  const { database, encryption, evm, dataDir, withdrawPeriod, owners, idleMs = defaultIdleMs, log } = options;
  const { db } = database;
  const opened = new Map<string, Promise<Rollup>>();
  /** Those of this process. */
  const owned = new Map<string, OwnedRollup>();
  let isClosed = false;

  const settlementOf = ({ settlement }: Pick<RollupRow, "settlement">): EvmChain => evm.find(settlement)!;
  const openOne = async (row: RollupRow): Promise<Rollup> => {
    const { openRollup } = await import("./rollup.ts");
    return openRollup({ ...options, row, settlement: settlementOf(row), call: (request) => call(row.id, request) });
  };
  const defining = Promise.withResolvers<Owning>();
  const call = async (id: string, request: RollupRequest): Promise<unknown> =>
    (await defining.promise).call(id, request);
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
    (await rollup)?.close();
  };
  const end = async (id: string, order: "rest" | "remove"): Promise<void> => {
    if (await owning.isOwned(id)) await call(id, { order });
    await close(id);
    owners.signal(endSignal, id);
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

  /** Returns the rollups with new blocks or deposits. */
  const look = async (): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from rollup_chain r
      where state = 'RUNNING' and (
        (select max(number) from evm_block where chain = r.settlement) > r.settled_block
        or (select max(number) from evm_block where chain = 'rollup:' || r.id) > least(r.seen_block, r.batched, r.proposed)
        or exists (select from evm_pending where chain = 'rollup:' || r.id)
        or exists (select from rollup_deposit d where d.rollup_id = r.id and d.paid_hash is null))`.execute(db);
    return rows.map(({ id }) => id);
  };
  const pollNow = async (): Promise<void> => {
    if (owned.size === 0) return;
    try {
      for (const id of await look()) owned.get(id)?.work.kick();
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, "Couldn't supervise rollups");
    }
  };
  const stopPolling = repeat(pollMs, () => void pollNow());
  const stopListening = evm.onBlocks((key) => {
    for (const { row, work } of owned.values()) if (row.settlement === key && !isClosed) work.kick(settledMs);
  });
  const nudge = (id = ""): void =>
    void opened.get(id)?.then(
      (rollup) => rollup.nudge(),
      () => undefined,
    );
  owners.onSignal(blockSignal, nudge);
  owners.onSignal(endSignal, (id = "") => void close(id).catch(() => undefined));

  const own = async (id: string, fence: Fence): Promise<OwnedRollup> => {
    const row = await existing(id);
    const { ownRollup } = await import("./rollup.ts");
    const onBlock = (): void => {
      nudge(id);
      owners.signal(blockSignal, id);
    };
    const settlement = settlementOf(row);
    const request = (each: RollupRequest) => call(id, each);
    const rollup = await ownRollup({ ...options, idleMs, row, settlement, call: request, onBlock }, fence);
    owned.set(id, rollup);
    rollup.work.kick();
    const stop = (): Promise<void> => {
      if (owned.get(id) === rollup) owned.delete(id);
      return rollup.close();
    };
    return { ...rollup, close: stop };
  };
  await removeForgotten(db, dataDir);
  const owning = await owners.define({ name: "rollup", open: own, wanted: look });
  defining.resolve(owning);

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
      return readHealth({ db, row, settlement: settlementOf(row), isAwake: await owning.isOwned(id) });
    },
    logs: async (id, role, from, to) => {
      await existing(id);
      return readLines(db, id, role, from, to);
    },
    stop: async (id) => {
      await setState(id, "STOPPED");
      await end(id, "rest");
    },
    resume: async (id) => {
      await existing(id);
      await setState(id, "RUNNING");
      await call(id, { order: "kick" });
    },
    remove: async (id) => {
      await setState(id, "STOPPED");
      await end(id, "remove");
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
      await call(id, { order: "kick" });
    },
    bridgeMoves: async (id, address) => bridgeMovesOf(db, await existing(id), address),
    isAwake: owning.isOwned,
    close: async () => {
      isClosed = true;
      stopPolling();
      stopListening();
      await Promise.all([...opened.keys()].map(close));
    },
  };
};

/** Removes the folders of nodes whose rollups were removed by other processes. */
const removeForgotten = async (db: Db, dataDir: string): Promise<void> => {
  const ids = await readdir(dirname(folderOf(dataDir, "any"))).catch(() => []);
  for (const id of ids.filter(isUuid))
    if (!(await rowOf(db, id))) await rm(folderOf(dataDir, id), { recursive: true, force: true });
};

// Reads the deposits and withdrawals of an address over a rollup's bridge.

const listedMax = 50;

/** The newest of each kind, at most 50. */
const bridgeMovesOf = async (
  db: Db,
  row: RollupRow,
  address: string,
): Promise<{ deposits: RollupDeposit[]; withdrawals: RollupWithdrawal[] }> => {
  const own = address.toLowerCase();
  const [deposits, withdrawals, outputs] = await Promise.all([
    db
      .selectFrom("rollup_deposit")
      .selectAll()
      .where("rollup_id", "=", row.id)
      .where((eb) => eb.or([eb("sender", "=", own), eb("recipient", "=", own)]))
      .orderBy("index", "desc")
      .limit(listedMax)
      .execute(),
    db
      .selectFrom("rollup_withdrawal")
      .selectAll()
      .where("rollup_id", "=", row.id)
      .where((eb) => eb.or([eb("sender", "=", own), eb("recipient", "=", own)]))
      .orderBy("index", "desc")
      .limit(listedMax)
      .execute(),
    db.selectFrom("rollup_output").selectAll().where("rollup_id", "=", row.id).orderBy("index").execute(),
  ]);
  const ready = readyIn(db, row.id);
  const listed: RollupWithdrawal[] = [];
  for (const withdrawal of withdrawals) {
    const output = outputs.find(({ block }) => block >= withdrawal.block);
    const readyAt = output ? Number(output.at) + row.withdraw_period : null;
    const state = stateOf(withdrawal, readyAt);
    const siblings = state === "ready" ? (await ready(output!.block)).siblings(withdrawal.index) : [];
    const { index, sender: from, recipient: to, hash, block } = withdrawal;
    const proof = state === "ready" ? { output: output!.index, siblings } : null;
    const amount = BigInt(withdrawal.amount);
    listed.push({ index, from, to, amount, hash, block, createdAt: Number(withdrawal.at), state, readyAt, proof });
  }
  return {
    deposits: deposits.map(({ index, recipient: to, amount, hash, at, paid_hash: paidHash }) => ({
      index,
      to,
      amount: BigInt(amount),
      hash,
      createdAt: Number(at),
      paidHash,
    })),
    withdrawals: listed,
  };
};

const stateOf = ({ paid_hash }: Pick<RowOf<"rollup_withdrawal">, "paid_hash">, readyAt: number | null) => {
  if (paid_hash !== null) return "paid";
  return readyAt !== null && readyAt * 1000 <= Date.now() ? "ready" : "waiting";
};

/** Returns the tree at a block, built once per block. */
const readyIn = (db: Db, id: string) => {
  const trees = new Map<number, Promise<WithdrawalTree>>();
  const make = async (block: number): Promise<WithdrawalTree> => {
    const upTo = db.selectFrom("rollup_withdrawal").selectAll().where("rollup_id", "=", id);
    return withdrawalTree(await upTo.where("block", "<=", block).orderBy("index").execute());
  };
  return (block: number): Promise<WithdrawalTree> => {
    const tree = trees.get(block) ?? make(block);
    trees.set(block, tree);
    return tree;
  };
};
