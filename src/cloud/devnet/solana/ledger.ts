import { sql } from "kysely";
import type { LiteSVM } from "litesvm";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import type { ReadTransaction } from "../../engines/solana/read-transaction.ts";
import { newMachine, Refused, type Machine } from "./machine.ts";
import type { RowOf } from "../../engines/database/tables.ts";

/** One advisory lock for all processes: slots are consecutive. */
const lockKey = 5_031_977;

export interface SolanaLedger {
  /** Reads the chain's state after all writes by any process. */
  read<T>(look: (machine: LiteSVM, slot: number) => T): Promise<T>;
  /** Runs a transaction and stores it before returning. Duplicates count once. Throws Refused. */
  execute(read: ReadTransaction, raw: Uint8Array): Promise<void>;
  /** Mints lamports; returns the signature in the history. */
  airdrop(address: string, lamports: bigint): Promise<string>;
}

type Row = Pick<RowOf<"solana_transaction">, "slot" | "kind" | "raw" | "lamports" | "accounts">;

/**
 * The embedded chain: a virtual machine in memory whose every change is first persisted in the database. A machine that
 * lags behind (after a restart, or another process's writes) catches up before use.
 */
export const createSolanaLedger = ({ db }: Pick<Database, "db">): SolanaLedger => {
  let machine: Promise<Machine> | undefined;
  let slot = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next.catch(() => undefined);
    return next;
  };

  /** After a failure the machine's state is unknown: it is rebuilt from the history. */
  const resetOnError = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused)) {
        machine = undefined;
        slot = 0;
      }
      throw error;
    }
  };

  const caughtUp = async (reader: Db): Promise<Machine> => {
    const current = await (machine ??= newMachine());
    const rows: Row[] = await reader
      .selectFrom("solana_transaction")
      .select(["slot", "kind", "raw", "lamports", "accounts"])
      .where("slot", ">", slot)
      .orderBy("slot")
      .execute();
    for (const row of rows) {
      await replay(current, row);
      slot = row.slot;
    }
    return current;
  };

  const change = (work: (current: Machine, trx: Trx, at: number) => Promise<void>): Promise<void> =>
    inTurn(() =>
      resetOnError(async () => {
        // A new machine replays everything: not in the transaction, which keeps others from taking over.
        if (!machine) await caughtUp(db);
        await db.transaction().execute(async (trx) => {
          await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
          const current = await caughtUp(trx);
          await work(current, trx, slot + 1);
        });
      }),
    );

  return {
    read: (look) => inTurn(() => resetOnError(async () => look((await caughtUp(db)).state, slot))),
    execute: (read, raw) =>
      change(async (current, trx, at) => {
        const { signature, accounts, memos } = read;
        const existing = await trx
          .selectFrom("solana_transaction")
          .select("slot")
          .where("signature", "=", signature)
          .executeTakeFirst();
        if (existing) return;
        current.run(read);
        const memo = memos.length === 0 ? null : memos.map((text) => `[${Buffer.byteLength(text)}] ${text}`).join("; ");
        const row = { slot: at, signature, kind: "transaction" as const, raw: Buffer.from(raw), lamports: null };
        await trx
          .insertInto("solana_transaction")
          .values({ ...row, accounts: [...accounts], memo })
          .execute();
        slot = at;
      }),
    airdrop: async (address, lamports) => {
      const signature = await newSignature();
      await change(async (current, trx, at) => {
        current.give(address, lamports);
        await trx
          .insertInto("solana_transaction")
          .values({
            slot: at,
            signature,
            kind: "airdrop",
            raw: null,
            lamports: String(lamports),
            accounts: [address],
            memo: null,
          })
          .execute();
        slot = at;
      });
      return signature;
    },
  };
};

const newSignature = async (): Promise<string> => {
  const { getBase58Decoder } = await import("@solana/kit");
  return getBase58Decoder().decode(crypto.getRandomValues(new Uint8Array(64)));
};

const replay = async (machine: Machine, { kind, raw, lamports, accounts }: Row): Promise<void> => {
  if (kind === "airdrop") return machine.give(accounts[0]!, BigInt(lamports!));
  const { readTransaction } = await import("../../engines/solana/read-transaction.ts");
  machine.run(readTransaction(raw!));
};
