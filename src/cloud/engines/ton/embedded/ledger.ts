/** The chain of the cloud's own: messages that contracts take, one after another, in the database before anybody hears of it. */
import { createHash } from "node:crypto";
import { beginCell, Cell, loadMessage, loadTransaction, storeMessage, type Address, type Message } from "@ton/core";
import { sql } from "kysely";
import type { Database, Db, Trx } from "../../database/database.ts";
import { TonRefused } from "../ton.ts";
import type { OwnWallets } from "./keys.ts";
import { emptyAccount, firstAccount, type Machine } from "./machine.ts";

/** One advisory lock for all processes of the cloud: messages follow each other without gaps. */
const lockKey = 5_031_978;
/** Logical time between two transactions: room for the messages that the first one sends. */
const ltStep = 1_000_000n;
/** What one message may set off. */
const transactionsMax = 64;
const coin = 1_000_000_000n;
/** What the cloud's wallets have when the chain begins. */
const beginning = { collector: coin, treasury: 1_000_000_000n * coin } as const;

/** What the next message finds. */
export interface Tip {
  readonly seq: bigint;
  /** Unix seconds; never goes back. */
  readonly at: number;
  readonly lt: bigint;
}

export interface TonLedger {
  /** Takes an external message; the same one twice counts once. Throws TonRefused. */
  accept(boc: Uint8Array): Promise<void>;
  /** Takes a message that is made while nothing else can happen. */
  make(build: (trx: Trx, tip: Tip) => Promise<Cell>): Promise<void>;
  /** The account as a bag of cells, as it is now. */
  account(db: Db, address: Address): Promise<Buffer>;
  tip(db: Db): Promise<Tip>;
}

export const createTonLedger = (
  { db }: Pick<Database, "db">,
  machine: Machine,
  own: OwnWallets,
  now = () => Date.now(),
): TonLedger => {
  const first = firstAccounts(own);
  let turn: Promise<unknown> = Promise.resolve();
  /** Those of this process wait here, not each with a connection to the database. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work);
    turn = next.catch(() => undefined);
    return next;
  };

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
        const known = trx.selectFrom("ton_message").select("seq").where("hash", "=", hash);
        if (await known.executeTakeFirst()) return;
        const after = await run(trx, message, before);
        const seq = before.seq + 1n;
        await trx
          .insertInto("ton_message")
          .values({ seq, hash, at: BigInt(before.at), last_lt: after, boc: message.toBoc() })
          .execute();
      }),
    );

  /** The message and all that come of it. Returns the logical time of the last transaction. */
  const run = async (trx: Trx, message: Cell, { at, lt: before }: Tip): Promise<bigint> => {
    const waiting = [message];
    let lt = before;
    for (let count = 1; waiting.length > 0; count += 1) {
      if (count > transactionsMax) throw new TonRefused(`One message sets off at most ${transactionsMax} transactions`);
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
    accept: async (boc) => {
      const message = externalIn(boc);
      await change(async () => message);
    },
    make: change,
    account,
    tip,
  };
};

const firstAccounts = (own: OwnWallets): ReadonlyMap<string, Buffer> =>
  new Map(
    (["collector", "treasury"] as const).map((role) => [
      own[role].contract.address.toRawString(),
      firstAccount(own[role], beginning[role]),
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
  if (info.type === "external-out") throw new TonRefused("A message to nobody");
  return info.dest;
};

/** Only what comes from outside: an internal message would be anybody's coins. */
const externalIn = (boc: Uint8Array): Cell => {
  const message = parsed(() => Cell.fromBoc(Buffer.from(boc))[0]!);
  const { info } = parsed(() => loadMessage(message.beginParse()));
  if (info.type !== "external-in") throw new TonRefused("This is not an external message");
  return message;
};

const parsed = <T>(read: () => T): T => {
  try {
    return read();
  } catch {
    throw new TonRefused("This is not a message in a bag of cells");
  }
};
