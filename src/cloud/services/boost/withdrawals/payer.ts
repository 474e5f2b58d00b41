/**
 * Pays withdrawals from the cloud's wallet, never twice: one payment at a time, under the wallet's next number, signed and kept before it is
 * sent. A number is taken once by the wallet's contract, so whatever is sent again under it pays once; and it belongs to one withdrawal until
 * the chain shows its payment.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import { nanoFor } from "../../../../../resources/boost/withdrawing.ts";
import { payoutEmpty, payoutMissing, payoutUnclear } from "../../../../../resources/boost/withdraw-words.ts";
import type { Database, Trx } from "../../../engines/database/database.ts";
import type { Prices } from "../../../engines/prices/prices.ts";
import { TonRefused, type Ton, type TonPayout, type TonTransaction } from "../../../engines/ton/ton.ts";
import { toncoinPrice } from "../../toncoin-price.ts";
import { attemptOf, nextOf, openAttempt, sentBefore, setReason, type Attempt } from "./rows.ts";

export interface PayerParts {
  readonly database: Pick<Database, "db">;
  readonly ton: Pick<Ton, "account" | "embedded" | "faucet" | "payout" | "send" | "seqno" | "transactions">;
  readonly prices: Pick<Prices, "latest">;
  readonly log: Logger;
  /** Told once, in the transaction that notes it, that a withdrawal was paid. */
  readonly paid: (trx: Trx, id: string) => Promise<() => void>;
}

/** Of a signed message; a wallet's clock and ours may differ by the slack. */
const validSeconds = 60;
const slackSeconds = 120;
/** After which people look at a payment whose number was used although it cannot be found. */
const unclearSeconds = 3600;
/** What a payment costs beside what it pays, at most; in nanotons. */
const feeNano = 50_000_000n;
const pageSize = 50;
const lockKey = "boost payouts";

/** Pays what waits, one after the other. Says whether something still waits. Throws when chain or price service do not answer. */
export const payWithdrawals = async (parts: PayerParts): Promise<boolean> => {
  const { payout } = parts.ton;
  for (;;) {
    const attempt = (await openAttempt(parts.database.db)) ?? (await signNext(parts, payout));
    if (attempt === "nothing") return false;
    if (attempt === "waits" || !payout) return true;
    const outcome = await settle(parts, payout, attempt);
    if (outcome === "open") return true;
  }
};

/** Signs the payment of the oldest that waits, and keeps it. */
const signNext = async (
  { database: { db }, ton, prices, log }: PayerParts,
  payout: TonPayout | undefined,
): Promise<Attempt | "nothing" | "waits"> => {
  const next = await nextOf(db);
  if (!next) return "nothing";
  if (!payout) return setReason(db, next.id, payoutMissing);
  const [wallet, price] = [await payout.address(), await toncoinPrice(prices, log)];
  const nano = nanoFor(BigInt(next.amount), price);
  if (!(await isFunded(ton, wallet, nano))) return setReason(db, next.id, payoutEmpty);
  const onChain = await ton.seqno(wallet);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${lockKey}))`.execute(trx);
    // Another process may have been faster.
    if ((await openAttempt(trx)) || (await nextOf(trx))?.id !== next.id) return "waits";
    const before = await sentBefore(trx, wallet);
    const seqno = before === undefined ? onChain : Math.max(onChain, before + 1);
    return attemptOf(trx, next.id, await signed(payout, { ...next, wallet, nano, seqno }));
  });
};

interface Payment {
  readonly id: string;
  readonly address: string;
  readonly wallet: string;
  readonly nano: bigint;
  readonly seqno: number;
}

const signed = async (payout: TonPayout, { id, address, wallet, nano, seqno }: Payment) => {
  const validUntil = Math.floor(Date.now() / 1000) + validSeconds;
  const boc = await payout.sign({ to: address, nano, comment: wordsOf(id), seqno, validUntil });
  return { wallet, nano, seqno, validUntil, boc };
};

const wordsOf = (id: string): string => `boost:${id}`;

/** Sends a payment, or finds it on the chain. "open": it is to be looked at again. */
const settle = async (parts: PayerParts, payout: TonPayout, attempt: Attempt): Promise<"done" | "open"> => {
  const { ton, log } = parts;
  if (await noteFound(parts, attempt)) return "done";
  const isUsed = (await ton.seqno(attempt.wallet)) > attempt.seqno;
  const late = Date.now() / 1000 - attempt.validUntil;
  if (isUsed) return late > unclearSeconds ? unclear(parts, attempt) : "open";
  const isOver = late > slackSeconds;
  // Of a wallet that the cloud had before: what it has signed is never taken any more, and the new one begins anew.
  if (isOver && attempt.wallet !== (await payout.address())) return release(parts, attempt);
  const current = isOver ? await renewed(parts, payout, attempt) : attempt;
  if (!current) return "open";
  await ton.send(current.boc).catch((error: unknown) => {
    if (!(error instanceof TonRefused)) throw error;
    log.warn({ err: error, withdrawal: attempt.id }, "A payment was not taken; it is looked at again");
  });
  return (await noteFound(parts, current)) ? "done" : "open";
};

const release = async ({ database: { db } }: PayerParts, { id, boc }: Attempt): Promise<"done"> => {
  await db
    .updateTable("boost_withdrawal")
    .set({ boc: null, wallet: null, seqno: null })
    .where("id", "=", id)
    .where("boc", "=", boc)
    .execute();
  return "done";
};

/** The same payment under the same number: should the first have been taken after all, this one is not. */
const renewed = async ({ database: { db } }: PayerParts, payout: TonPayout, attempt: Attempt) => {
  const fresh = await signed(payout, attempt);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${lockKey}))`.execute(trx);
    const known = await openAttempt(trx);
    return known?.id === attempt.id && known.boc.equals(attempt.boc) ? attemptOf(trx, attempt.id, fresh) : undefined;
  });
};

/** Notes a payment that the chain shows. Says whether it does. */
const noteFound = async ({ database: { db }, ton, paid }: PayerParts, attempt: Attempt): Promise<boolean> => {
  const found = await findPayment(ton, attempt);
  if (!found) return false;
  const { hash, at, nano } = found;
  const tell = await db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable("boost_withdrawal")
      .set({
        status: "SENT",
        reason: null,
        tx_hash: hash,
        sent_at: new Date(at * 1000),
        nano: nano.toString(),
        boc: null,
      })
      .where("id", "=", attempt.id)
      .where("status", "=", "PENDING")
      .returning("id")
      .executeTakeFirst();
    return noted && paid(trx, attempt.id);
  });
  tell?.();
  return true;
};

/** The wallet's transaction that bears the withdrawal's words, not older than the withdrawal itself. */
const findPayment = async (
  ton: PayerParts["ton"],
  { id, wallet, createdAt }: Attempt,
): Promise<{ readonly hash: string; readonly at: number; readonly nano: bigint } | undefined> => {
  const words = wordsOf(id);
  let upTo: TonTransaction | undefined;
  for (;;) {
    const page = await ton.transactions(wallet, { limit: pageSize, ...(upTo && { upTo }) });
    for (const { hash, at, sent } of page) {
      const payment = sent.find(({ comment }) => comment === words);
      if (payment) return { hash, at, nano: payment.nano };
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize || last.at < createdAt - slackSeconds || last.lt === upTo?.lt) return undefined;
    upTo = last;
  }
};

/** The wallet has used the number for something else: nothing is sent again before people have looked. */
const unclear = async ({ database: { db }, log }: PayerParts, { id }: Attempt): Promise<"done"> => {
  log.error({ withdrawal: id }, "A payment cannot be found although its number was used; people look at it");
  await db
    .updateTable("boost_withdrawal")
    .set({ status: "REVIEW", reason: payoutUnclear })
    .where("id", "=", id)
    .where("status", "=", "PENDING")
    .execute();
  return "done";
};

/** Whether the wallet has enough; on the cloud's own chain it takes what it needs from the faucet. */
const isFunded = async ({ account, faucet, embedded }: PayerParts["ton"], wallet: string, nano: bigint) => {
  const has = async (): Promise<boolean> => (await account(wallet)).nano >= nano + feeNano;
  if (await has()) return true;
  if (!embedded || !faucet) return false;
  await faucet(wallet);
  return has();
};
