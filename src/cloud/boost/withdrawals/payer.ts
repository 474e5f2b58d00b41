/**
 * Pays withdrawals from the payout wallet, never twice: one payment at a time, under the wallet's next sequence number, signed and stored
 * before it is sent. The wallet contract accepts a number once, so resending can't pay twice; and a number belongs to one withdrawal until
 * its payment is on-chain.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import { nanoFor } from "../../../../resources/boost/withdrawals/withdrawing.ts";
import { payoutEmpty, payoutMissing, payoutUnclear } from "./withdrawal-messages.ts";
import type { Database, Trx } from "../../engines/database/database.ts";
import type { Prices } from "../../engines/prices/prices.ts";
import { TonRefused, type Ton, type TonPayout, type TonTransaction } from "../../engines/ton/ton.ts";
import { toncoinPrice } from "../../chains/toncoin-price.ts";
import { attemptOf, nextOf, openAttempt, sentBefore, setReason, type Attempt } from "./rows.ts";

export interface PayerDeps {
  readonly database: Pick<Database, "db">;
  readonly ton: Pick<Ton, "account" | "embedded" | "faucet" | "payout" | "send" | "seqno" | "transactions">;
  readonly prices: Pick<Prices, "latest">;
  readonly log: Logger;
  /** Called once per paid withdrawal, in the transaction that records it. */
  readonly paid: (trx: Trx, id: string) => Promise<() => void>;
}

/** Validity of a signed message; the slack covers clock differences. */
const validSeconds = 60;
const slackSeconds = 120;
/** After this, a payment that can't be found although its number was used goes to manual review. */
const unclearSeconds = 3600;
/** Maximum fee of a payment, in nanotons. */
const feeNano = 50_000_000n;
const pageSize = 50;
const lockKey = "boost payouts";

/** Pays pending withdrawals one after another. Returns whether any remain. Throws when the chain or price service is unreachable. */
export const payWithdrawals = async (deps: PayerDeps): Promise<boolean> => {
  const { payout } = deps.ton;
  for (;;) {
    const attempt = (await openAttempt(deps.database.db)) ?? (await signNext(deps, payout));
    if (attempt === "nothing") return false;
    if (attempt === "waits" || !payout) return true;
    const outcome = await settle(deps, payout, attempt);
    if (outcome === "open") return true;
  }
};

/** Signs and stores the payment of the oldest pending withdrawal. */
const signNext = async (
  { database: { db }, ton, prices, log }: PayerDeps,
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
  const boc = await payout.sign({ to: address, nano, comment: commentOf(id), seqno, validUntil });
  return { wallet, nano, seqno, validUntil, boc };
};

const commentOf = (id: string): string => `boost:${id}`;

/** Sends a payment or finds it on-chain. "open": check it again later. */
const settle = async (deps: PayerDeps, payout: TonPayout, attempt: Attempt): Promise<"done" | "open"> => {
  const { ton, log } = deps;
  if (await recordFound(deps, attempt)) return "done";
  const isUsed = (await ton.seqno(attempt.wallet)) > attempt.seqno;
  const late = Date.now() / 1000 - attempt.validUntil;
  if (isUsed) return late > unclearSeconds ? unclear(deps, attempt) : "open";
  const isOver = late > slackSeconds;
  // Signed by a previous wallet: its message is never accepted any more, so the new wallet signs the payment again.
  if (isOver && attempt.wallet !== (await payout.address())) return release(deps, attempt);
  const current = isOver ? await renewed(deps, payout, attempt) : attempt;
  if (!current) return "open";
  await ton.send(current.boc).catch((error: unknown) => {
    if (!(error instanceof TonRefused)) throw error;
    log.warn({ err: error, withdrawal: attempt.id }, "The chain rejected a payment; checking it again");
  });
  return (await recordFound(deps, current)) ? "done" : "open";
};

const release = async ({ database: { db } }: PayerDeps, { id, boc }: Attempt): Promise<"done"> => {
  await db
    .updateTable("boost_withdrawal")
    .set({ boc: null, wallet: null, seqno: null })
    .where("id", "=", id)
    .where("boc", "=", boc)
    .execute();
  return "done";
};

/** The same payment under the same number: if the first one was accepted after all, this one is rejected. */
const renewed = async ({ database: { db } }: PayerDeps, payout: TonPayout, attempt: Attempt) => {
  const fresh = await signed(payout, attempt);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${lockKey}))`.execute(trx);
    const openPayment = await openAttempt(trx);
    return openPayment?.id === attempt.id && openPayment.boc.equals(attempt.boc)
      ? attemptOf(trx, attempt.id, fresh)
      : undefined;
  });
};

/** Records a payment found on-chain. Returns whether it was found. */
const recordFound = async ({ database: { db }, ton, paid }: PayerDeps, attempt: Attempt): Promise<boolean> => {
  const transaction = await findPayment(ton, attempt);
  if (!transaction) return false;
  const { hash, at, nano } = transaction;
  const notify = await db.transaction().execute(async (trx) => {
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
  notify?.();
  return true;
};

/** Finds the wallet's transaction with the withdrawal's comment, not older than the withdrawal itself. */
const findPayment = async (
  ton: PayerDeps["ton"],
  { id, wallet, createdAt }: Attempt,
): Promise<{ readonly hash: string; readonly at: number; readonly nano: bigint } | undefined> => {
  const expectedComment = commentOf(id);
  let upTo: TonTransaction | undefined;
  for (;;) {
    const page = await ton.transactions(wallet, { limit: pageSize, ...(upTo && { upTo }) });
    for (const { hash, at, sent } of page) {
      const payment = sent.find(({ comment }) => comment === expectedComment);
      if (payment) return { hash, at, nano: payment.nano };
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize || last.at < createdAt - slackSeconds || last.lt === upTo?.lt) return undefined;
    upTo = last;
  }
};

/** The wallet used the number for something else: nothing is resent before a manual review. */
const unclear = async ({ database: { db }, log }: PayerDeps, { id }: Attempt): Promise<"done"> => {
  log.error({ withdrawal: id }, "Payment not found although its sequence number was used; held for manual review");
  await db
    .updateTable("boost_withdrawal")
    .set({ status: "REVIEW", reason: payoutUnclear })
    .where("id", "=", id)
    .where("status", "=", "PENDING")
    .execute();
  return "done";
};

/** Returns whether the wallet has enough funds; on the local devnet it takes them from the faucet. */
const isFunded = async ({ account, faucet, embedded }: PayerDeps["ton"], wallet: string, nano: bigint) => {
  const has = async (): Promise<boolean> => (await account(wallet)).nano >= nano + feeNano;
  if (await has()) return true;
  if (!embedded || !faucet) return false;
  await faucet(wallet);
  return has();
};
