import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { LiteKeyChange, LiteTransfer } from "../../../../resources/chains/zksync-packing.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { LiteRefused, liteCodes } from "./refused.ts";
import type { RowOf } from "../../engines/database/tables.ts";

/** One advisory lock for all processes: blocks are consecutive. */
const lockKey = 5_031_978;
/** Receiver of the fees. */
export const feeAccount = `0x${"0".repeat(36)}fee5`;
/** Source of test ETH. */
const nobody = `0x${"0".repeat(40)}`;

export interface LiteAccount {
  readonly id: number;
  readonly balance: bigint;
  readonly nonce: number;
  readonly keyHash: string | null;
}

export type LiteLedger = ReturnType<typeof createLiteLedger>;

/** Creates the ledger of test ETH. Accepts addresses in any case. */
export const createLiteLedger = ({ db }: Pick<Database, "db">) => {
  const inTurn = (work: (trx: Trx) => Promise<void>): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
      await work(trx);
    });
  return {
    /** Returns undefined for an address that never received anything. */
    account: (address: string): Promise<LiteAccount | undefined> => find(db, address.toLowerCase()),
    /** Moves ETH atomically and durably. Throws LiteRefused. */
    transfer: (hash: string, { amount, fee, nonce, ...transfer }: LiteTransfer): Promise<void> =>
      inTurn(async (trx) => {
        const [from, to] = [transfer.from.toLowerCase(), transfer.to.toLowerCase()];
        await pay(trx, from, { ...transfer, amount: amount + fee, nonce });
        await receive(trx, to, amount);
        await receive(trx, feeAccount, fee);
        const op = { type: "Transfer", from, to, token: 0, amount: String(amount), fee: String(fee), nonce };
        await note(trx, { hash, sender: from, recipient: to, op });
      }),
    changeKey: (hash: string, { fee, nonce, newPkHash, accountId, ...change }: LiteKeyChange): Promise<void> =>
      inTurn(async (trx) => {
        const account = change.account.toLowerCase();
        await pay(trx, account, { accountId, amount: fee, nonce });
        await receive(trx, feeAccount, fee);
        await trx
          .updateTable("zksync_account")
          .set({ key_hash: newPkHash.toLowerCase() })
          .where("address", "=", account)
          .execute();
        const op = { type: "ChangePubKey", account, newPkHash, accountId, feeToken: 0, fee: String(fee), nonce };
        await note(trx, { hash, sender: account, recipient: account, op });
      }),
    give: (address: string, amount: bigint): Promise<void> =>
      inTurn(async (trx) => {
        const to = address.toLowerCase();
        await receive(trx, to, amount);
        const op = { type: "Deposit", from: nobody, to, tokenId: 0, amount: String(amount) };
        await note(trx, { hash: `0x${randomBytes(32).toString("hex")}`, sender: nobody, recipient: to, op });
      }),
  };
};

const find = async (db: Db, address: string): Promise<LiteAccount | undefined> => {
  const row = await db.selectFrom("zksync_account").selectAll().where("address", "=", address).executeTakeFirst();
  return row && { id: row.id, balance: BigInt(row.balance), nonce: Number(row.nonce), keyHash: row.key_hash };
};

interface Payment extends Pick<LiteTransfer, "accountId" | "amount" | "nonce"> {}

const pay = async (trx: Trx, address: string, { accountId, amount, nonce }: Payment): Promise<void> => {
  const account = await find(trx, address);
  if (!account || account.id !== accountId) throw new LiteRefused(liteCodes.incorrect, "Account does not exist");
  if (account.nonce !== nonce) throw new LiteRefused(liteCodes.nonceMismatch, "Nonce mismatch");
  if (account.balance < amount) throw new LiteRefused(liteCodes.other, "Not enough balance");
  await trx
    .updateTable("zksync_account")
    .set({ balance: String(account.balance - amount), nonce: nonce + 1 })
    .where("address", "=", address)
    .execute();
};

const receive = async (trx: Trx, address: string, amount: bigint): Promise<void> => {
  await trx
    .insertInto("zksync_account")
    .values({ address, balance: String(amount) })
    .onConflict((conflict) =>
      conflict.column("address").doUpdateSet({ balance: sql`zksync_account.balance + ${String(amount)}::numeric` }),
    )
    .execute();
};

interface Note extends Pick<RowOf<"zksync_transaction">, "hash" | "sender" | "recipient"> {
  readonly op: Readonly<Record<string, unknown>>;
}

const note = async (trx: Trx, { op, ...row }: Note): Promise<void> => {
  const { last } = await trx
    .selectFrom("zksync_transaction")
    .select(({ fn }) => fn.max("block").as("last"))
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("zksync_transaction")
    .values({ block: (last ?? 0) + 1, ...row, op: JSON.stringify(op) })
    .execute();
};
