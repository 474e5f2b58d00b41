/**
 * The local TON devnet: messages accepted by contracts, in sequence, stored in the database before they are
 * acknowledged.
 */
import { createHash } from "node:crypto";
import { beginCell, Cell, loadMessage, loadTransaction, storeMessage, type Address, type Message } from "@ton/core";
import { sql } from "kysely";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { TonRefused } from "../../engines/ton/ton.ts";
import type { OwnWallets } from "./keys.ts";
import { emptyAccount, firstAccount, type Machine } from "./machine.ts";

/** One advisory lock across all processes keeps messages in sequence without gaps. */
const lockKey = 5_031_978;
/** Logical time between two transactions: room for the messages the first one sends. */
const ltStep = 1_000_000n;
/** Maximum transactions per message. */
const transactionsMax = 64;
const coin = 1_000_000_000n;
/** Initial balance of Freehold's wallets. */
const initialBalances = { collector: coin, treasury: 1_000_000_000n * coin } as const;

/** State before the next message. */
export interface Tip {
  readonly seq: bigint;
  /** Unix seconds; never decreases. */
  readonly at: number;
  readonly lt: bigint;
}

export type TonLedger = ReturnType<typeof createTonLedger>;

export const createTonLedger = (
  { db }: Pick<Database, "db">,
  machine: Machine,
  own: OwnWallets,
  now = () => Date.now(),
) => {
  const first = firstAccounts(own);
  let turn: Promise<unknown> = Promise.resolve();
  /** Serializes calls in this process, so that each doesn't hold a database connection. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next.catch(() => undefined);
    return next;
  };

  /** Returns the current account as a bag of cells. */
  const account = async (reader: Db, address: Address): Promise<Buffer> => {
    const key = address.toRawString();
    const query = reader.selectFrom("ton_account").select("boc").where("address", "=", key);
    return (await query.executeTakeFirst())?.boc ?? first.get(key) ?? emptyAccount(address);
  };

  const tip = async (reader: Db): Promise<Tip> => {
    const query = reader.selectFrom("ton_message").select(["seq", "at", "last_lt"]).orderBy("seq", "desc").limit(1);
    const last = await query.executeTakeFirst();
    const at = Math.floor(now() / 1000);
    if (!last) return { seq: 0n, at, lt: 0n };
    return { seq: last.seq, at: Math.max(at, Number(last.at)), lt: last.last_lt };
  };

  const change = (build: (trx: Trx, before: Tip) => Promise<Cell>): Promise<void> =>
    inTurn(() =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
        const before = await tip(trx);
        const message = await build(trx, before);
        const hash = message.hash().toString("hex");
        const duplicate = trx.selectFrom("ton_message").select("seq").where("hash", "=", hash);
        if (await duplicate.executeTakeFirst()) return;
        const after = await run(trx, message, before);
        const seq = before.seq + 1n;
        await trx
          .insertInto("ton_message")
          .values({ seq, hash, at: BigInt(before.at), last_lt: after, boc: message.toBoc() })
          .execute();
      }),
    );

  /** Executes the message and all resulting transactions. Returns the logical time of the last one. */
  const run = async (trx: Trx, message: Cell, { at, lt: before }: Tip): Promise<bigint> => {
    const waiting = [message];
    let lt = before;
    for (let count = 1; waiting.length > 0; count += 1) {
      if (count > transactionsMax)
        throw new TonRefused(`A message can trigger at most ${transactionsMax} transactions`);
      lt += ltStep;
      const taken = waiting.shift()!;
      const seed = createHash("sha256").update(taken.hash()).update(String(lt)).digest();
      const address = destinationOf(taken);
      const result = await machine.run(await account(trx, address), taken, { at, lt, seed });
      await keep(trx, address, { lt, ...result });
      const sent = [...loadTransaction(result.transaction.beginParse()).outMessages.values()];
      waiting.push(...sent.filter(({ info }) => info.type === "internal").map(asCell));
    }
    return lt;
  };

  return {
    /** Accepts an external message; a duplicate counts once. Throws TonRefused. */
    accept: async (boc: Uint8Array): Promise<void> => {
      const message = externalIn(boc);
      await change(async () => message);
    },
    /** Accepts a message created under the lock. */
    make: change,
    account,
    tip,
  };
};

const firstAccounts = (own: OwnWallets): ReadonlyMap<string, Buffer> =>
  new Map(
    (["collector", "treasury"] as const).map((role) => [
      own[role].contract.address.toRawString(),
      firstAccount(own[role], initialBalances[role]),
    ]),
  );

interface Result {
  readonly lt: bigint;
  readonly account: Buffer;
  readonly transaction: Cell;
}

const keep = async (trx: Trx, address: Address, { lt, account, transaction }: Result): Promise<void> => {
  const key = address.toRawString();
  await trx
    .insertInto("ton_account")
    .values({ address: key, boc: account })
    .onConflict((conflict) => conflict.column("address").doUpdateSet({ boc: account }))
    .execute();
  const hash = transaction.hash().toString("hex");
  await trx.insertInto("ton_transaction").values({ lt, address: key, hash, boc: transaction.toBoc() }).execute();
};

const asCell = (message: Message): Cell => beginCell().store(storeMessage(message)).endCell();

const destinationOf = (message: Cell): Address => {
  const { info } = loadMessage(message.beginParse());
  if (info.type === "external-out") throw new TonRefused("The message has no destination");
  return info.dest;
};

/** Accepts only external messages: an internal one could create coins. */
const externalIn = (boc: Uint8Array): Cell => {
  const message = parsed(() => Cell.fromBoc(Buffer.from(boc))[0]!);
  const { info } = parsed(() => loadMessage(message.beginParse()));
  if (info.type !== "external-in") throw new TonRefused("Not an external message");
  return message;
};

const parsed = <T>(read: () => T): T => {
  try {
    return read();
  } catch {
    throw new TonRefused("Not a message in a bag of cells");
  }
};
