/** LAND purchases in the mini app by toncoin or Stars: ordered here, credited from the chain or the bot's payment updates. */
import type { Logger } from "pino";
import type { StarOrder, ToncoinOrder } from "../../../../resources/billing/mini-calls.ts";
import { type MiniAsset, toncoinValidSeconds } from "../../../../resources/billing/mini-limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Config } from "../../config.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty, Wake } from "../../kernel/duties.ts";
import type { Bot } from "../messaging/service.ts";
import type { Deposits } from "../../billing/deposits/service.ts";
import { decimal18, dollarsFor, nanoFor } from "./amounts.ts";
import { scan } from "./scan.ts";
import {
  expireInvoice,
  findOrder,
  type Orderer,
  addOrder,
  lockOrder,
  newOrderId,
  orderIdIn,
  setOrder,
  payloadOf,
  type OrderRow,
} from "./orders.ts";
import { answerCheckout, prepareStars, refundOrder, takeStars } from "./stars.ts";
import type { Prices } from "../../engines/prices/prices.ts";
import type { Ton, TonTransaction } from "../../engines/ton/ton.ts";
import { namedId } from "../../billing/ledger/named-id.ts";
import type { Effect } from "../../chains/events/service.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { toncoinPrice } from "../../chains/toncoin-price.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

export { moveOrders } from "./orders.ts";

export type MiniPayments = ReturnType<typeof createMiniPayments>;

interface ServiceDeps {
  readonly engines: Pick<Engines, "bot" | "database" | "evm" | "prices" | "ton">;
  readonly config: Pick<Config, "STAR_USD">;
  readonly bot: Pick<Bot, "on">;
  readonly deposits: Pick<Deposits, "receive" | "refund">;
  readonly log: Logger;
  readonly wake?: Wake;
}

const dutyName = "Look for toncoin payments";
/** Older orders are rarely paid, so they are scanned less often. */
const openHours = 24;
const seldomMs = 600_000;

export const createMiniPayments = ({ engines, config, bot, deposits, log, wake = () => undefined }: ServiceDeps) => {
  const { database, evm, prices, ton } = engines;
  const { db } = database;
  const stars = { database, api: engines.bot.api, deposits, starDollars: decimal18(config.STAR_USD), log };
  const toncoin = { ton, prices, deposits, log };

  /** Test coins and Stars must not buy real resources, and real ones are not accepted at a test price. */
  const offers = (asset: MiniAsset): boolean => {
    if (asset === "STAR") return !engines.bot.embedded || evm.embedded;
    return ton.embedded ? evm.embedded : !prices.embedded;
  };

  const lookNow = (): Promise<void> =>
    scan({ database, ton, take: (trx, transaction) => takePayment(toncoin, trx, transaction) });

  let lookedAt = -Infinity;
  const lookWhenDue = async (): Promise<void> => {
    const isDue = performance.now() - lookedAt > seldomMs || (await hasOpen());
    if (!isDue) return;
    await lookNow();
    lookedAt = performance.now();
  };

  const hasOpen = async (): Promise<boolean> => {
    const row = await db
      .selectFrom("mini_order")
      .select("id")
      .where("asset", "=", "TON")
      .where("created_at", ">", new Date(Date.now() - openHours * 3_600_000))
      .where("status", "=", "WAITING")
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  };

  if (!offers("TON") && !ton.embedded)
    log.warn("TON_URL requires PRICE_URL: toncoin payments are off without a live price");
  const stopListening = offers("TON") ? ton.onSent(() => wake(dutyName)) : () => undefined;
  bot.on("pre_checkout_query", (query) => answerCheckout(stars, query));
  bot.on("message", (message) => takeStars(stars, message));

  return {
    /** Accepted assets. */
    offers,
    /**
     * Calls the bot or the price service; the returned function stores the order. Throws MINI_ASSET_OFF, PRICE_UNAVAILABLE, STARS_TOO_MANY,
     * BOT_UNREACHABLE.
     */
    prepareOrder: async (
      asset: MiniAsset,
      land: bigint,
    ): Promise<(trx: Trx, orderer: Orderer) => Promise<ToncoinOrder | StarOrder>> => {
      if (!offers(asset)) throw new AppError("MINI_ASSET_OFF");
      return asset === "TON" ? prepareToncoin(toncoin, land) : prepareStars(stars, land);
    },
    find: findOrder,
    /** Expires an invoice, identified by the end of its link; for the emulator. */
    expireInvoice,
    /** Refunds the Stars of an order; the returned function records it. Throws NOT_FOUND, ORDER_NOT_PAID, BOT_UNREACHABLE. */
    refund: (reader: Db, orderId: string): ReturnType<typeof refundOrder> => refundOrder(stars, reader, orderId),
    // The local devnet is read from the database.
    duties: (offers("TON")
      ? [{ name: dutyName, every: ton.embedded ? "1 s" : "5 s", scope: "cluster", run: lookWhenDue }]
      : []) satisfies readonly Duty[],
    /** Scans for toncoin payments now and resolves when done. */
    poll: lookNow,
    close: stopListening,
  };
};

// LAND by toncoin: an order sets the amount and comment, and only the on-chain payment credits it.

const nanoTo18 = 10n ** 9n;
/** An account of no user: payments to it wait for an operator. */
const noAccount = `0x${"00".repeat(32)}`;

interface Deps {
  readonly ton: Pick<Ton, "collector" | "network">;
  readonly prices: Pick<Prices, "latest">;
  readonly deposits: Pick<Deposits, "receive">;
  readonly log: Pick<Logger, "warn">;
}

/** Gets the price; the returned function stores the order. Throws PRICE_UNAVAILABLE. */
const prepareToncoin = async (
  { ton, prices, log }: Deps,
  land: bigint,
): Promise<(trx: Trx, orderer: Orderer) => Promise<ToncoinOrder>> => {
  const usd = dollarsFor(land);
  const [price, destination] = await Promise.all([toncoinPrice(prices, log), ton.collector()]);
  const amount = nanoFor(usd, price);
  return async (trx, orderer) => {
    const until = secondsFromNow(toncoinValidSeconds);
    const id = newOrderId();
    await addOrder(trx, id, orderer, {
      asset: "TON",
      land: land.toString(),
      usd: usd.toString(),
      amount: amount.toString(),
      destination,
      valid_until: until,
    });
    return {
      asset: "TON",
      orderId: id,
      land: land.toString(),
      validUntil: secondsOf(until),
      destination,
      amountNano: amount.toString(),
      comment: payloadOf(id),
      network: ton.network,
    };
  };
};

/**
 * Credits the order named in a payment's comment, once, if the amount is sufficient, even after its expiry. Underpayments and duplicates go
 * to suspense for an operator. Ignores payments without an order.
 */
const takePayment = async (
  { deposits, log }: Deps,
  trx: Trx,
  { hash, at, received }: TonTransaction,
): Promise<Effect | undefined> => {
  const id = received && orderIdIn(received.comment);
  const order = id === undefined ? undefined : await lockOrder(trx, id);
  if (!received || order?.asset !== "TON") return undefined;
  const { nano, from } = received;
  const payment = { id: namedId("ton", hash), network: "ton", txHash: hash, coin: "TON", coinAmount: nano * nanoTo18 };
  if (order.status !== "WAITING" || nano < BigInt(order.amount)) {
    log.warn({ order: order.id, transaction: hash }, "A toncoin payment doesn't match its order");
    const worth = shareOf(order, nano);
    return worth.land === 0n ? undefined : deposits.receive(trx, { ...payment, ...worth, account: noAccount });
  }
  await setOrder(trx, order.id, { status: "PAID", payment: hash, payer: from, paid_at: new Date(at * 1000) });
  const { account, usd, land } = order;
  return deposits.receive(trx, { ...payment, account, usd: BigInt(usd), land: BigInt(land) });
};

/** At the order's own rate. */
const shareOf = ({ land, usd, amount }: OrderRow, nano: bigint) => ({
  land: (BigInt(land) * nano) / BigInt(amount),
  usd: (BigInt(usd) * nano) / BigInt(amount),
});
