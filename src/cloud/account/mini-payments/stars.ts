/** LAND by Stars: the bot creates an invoice, and only the messaging app's payment update credits it. */
import { exactLand, landUnit } from "../../../../resources/money.ts";
import type { Api } from "grammy";
import type { Message, PreCheckoutQuery } from "grammy/types";
import type { Logger } from "pino";
import { starsMax, starValidSeconds } from "../../../../resources/billing/mini-limits.ts";
import type { StarOrder } from "../../../../resources/billing/mini-calls.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { namedId } from "../../billing/ledger/named-id.ts";
import type { Effect } from "../../chains/events/service.ts";
import type { Deposits } from "../../billing/deposits/service.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { dollarsFor, starsFor } from "./amounts.ts";
import {
  addOrder,
  lockOrder,
  newOrderId,
  orderIdIn,
  setOrder,
  payloadOf,
  type Orderer,
  type OrderRow,
} from "./orders.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

const currency = "XTR";

export interface StarDeps {
  readonly database: Pick<Database, "db">;
  readonly api: () => Promise<Api>;
  readonly deposits: Pick<Deposits, "receive" | "refund">;
  /** Value of one Star in dollars ×1e18. */
  readonly starDollars: bigint;
  readonly log: Pick<Logger, "warn">;
}

type Charge = Pick<NonNullable<Message["refunded_payment"]>, "invoice_payload" | "telegram_payment_charge_id">;

/**
 * Creates an invoice through the bot; the returned function stores the order. An invoice without an order is refused. Throws
 * STARS_TOO_MANY, BOT_UNREACHABLE.
 */
export const prepareStars = async (
  deps: StarDeps,
  land: bigint,
): Promise<(trx: Trx, orderer: Orderer) => Promise<StarOrder>> => {
  const stars = starsFor(dollarsFor(land), deps.starDollars);
  if (stars > BigInt(starsMax)) throw new AppError("STARS_TOO_MANY");
  const id = newOrderId();
  const invoiceLink = await invoiceFor(deps, id, land, Number(stars));
  return async (trx, orderer) => {
    const until = secondsFromNow(starValidSeconds);
    await addOrder(trx, id, orderer, {
      asset: "STAR",
      land: land.toString(),
      usd: (stars * deps.starDollars).toString(),
      amount: stars.toString(),
      invoice_link: invoiceLink,
      valid_until: until,
    });
    const validUntil = secondsOf(until);
    return { asset: "STAR", orderId: id, land: land.toString(), validUntil, stars: Number(stars), invoiceLink };
  };
};

/** Answers a pre-checkout query. */
export const answerCheckout = async ({ database, api, log }: StarDeps, query: PreCheckoutQuery): Promise<void> => {
  const { id, invoice_payload: payload } = query;
  if (!payload.startsWith(payloadOf(""))) return;
  const refusal = await refusalOf(database.db, query);
  const other = refusal === undefined ? undefined : { error_message: refusal };
  await (await api()).answerPreCheckoutQuery(id, refusal === undefined, other).catch((error: unknown) => {
    // Already answered or too late: the payment doesn't happen.
    log.warn({ err: error }, "Could not answer a pre-checkout query for Stars");
  });
};

/** Credits an order once and refunds unexpected payments: a second one, or one of another amount. */
export const takeStars = async (deps: StarDeps, message: Message): Promise<void> => {
  const { successful_payment: paid, refunded_payment: refunded, from } = message;
  if (refunded?.invoice_payload.startsWith(payloadOf(""))) await takeRefund(deps, refunded);
  if (!paid?.invoice_payload.startsWith(payloadOf(""))) return;
  const payer = from?.id ?? message.chat.id;
  const { telegram_payment_charge_id: charge, total_amount: stars } = paid;
  const outcome = await deps.database.db.transaction().execute(async (trx) => {
    const order = await orderOf(trx, paid);
    if (order?.payment === charge) return "known";
    if (order?.status !== "WAITING" || paid.currency !== currency || BigInt(order.amount) !== BigInt(stars))
      return "refused";
    await setOrder(trx, order.id, { status: "PAID", payment: charge, payer: String(payer), paid_at: new Date() });
    const { account, usd, land } = order;
    return deps.deposits.receive(trx, {
      id: depositIdOf(charge),
      network: "stars",
      txHash: charge,
      account,
      coin: "STAR",
      coinAmount: BigInt(stars) * landUnit,
      usd: BigInt(usd),
      land: BigInt(land),
    });
  });
  if (typeof outcome === "function") return outcome();
  if (outcome !== "refused") return;
  deps.log.warn({ charge, words: paid.invoice_payload }, "A Stars payment doesn't match its order; refunding it");
  await giveBack(deps, payer, charge);
};

/**
 * Refunds an order's Stars; the bot does so once, however often it is called. The returned function records it; run its effect after the
 * commit. Throws NOT_FOUND, ORDER_NOT_PAID, BOT_UNREACHABLE.
 */
export const refundOrder = async (
  deps: StarDeps,
  db: Db,
  id: string,
): Promise<(trx: Trx) => Promise<Effect | undefined>> => {
  const order = await findStarOrder(db, id);
  if (!order) throw new AppError("NOT_FOUND");
  const { payment } = order;
  if (order.status !== "PAID" || payment === null) throw new AppError("ORDER_NOT_PAID");
  await giveBack(deps, Number(order.payer), payment).catch((error: unknown) => {
    deps.log.warn({ err: error, charge: payment }, "Could not refund Stars");
    throw new AppError("BOT_UNREACHABLE");
  });
  return async (trx) => {
    const paid = await lockOrder(trx, id);
    // The messaging app may have reported it meanwhile.
    return paid?.status === "PAID" ? reverse(deps, trx, paid, payment) : undefined;
  };
};

/** A refund may arrive before its payment; the payment is then not credited. */
const takeRefund = async (deps: StarDeps, refunded: Charge): Promise<void> => {
  const charge = refunded.telegram_payment_charge_id;
  const effect = await deps.database.db.transaction().execute(async (trx) => {
    const order = await orderOf(trx, refunded);
    if (order?.status === "PAID" && order.payment === charge) return reverse(deps, trx, order, charge);
    if (order?.status === "WAITING") await setOrder(trx, order.id, { status: "REFUNDED", payment: charge });
    return undefined;
  });
  effect?.();
};

const reverse = async (
  { deposits }: StarDeps,
  trx: Trx,
  { id }: OrderRow,
  charge: string,
): Promise<Effect | undefined> => {
  await setOrder(trx, id, { status: "REFUNDED" });
  return deposits.refund(trx, depositIdOf(charge));
};

const giveBack = async ({ api }: StarDeps, payer: number, charge: string): Promise<void> => {
  const { GrammyError } = await import("grammy");
  await (await api()).refundStarPayment(payer, charge).catch((error: unknown) => {
    if (!(error instanceof GrammyError && error.description.includes("CHARGE_ALREADY_REFUNDED"))) throw error;
  });
};

const depositIdOf = (charge: string): string => namedId("stars", charge);

const orderOf = async (trx: Trx, { invoice_payload: payload }: Pick<Charge, "invoice_payload">) => {
  const id = orderIdIn(payload);
  const order = id === undefined ? undefined : await lockOrder(trx, id);
  return order?.asset === "STAR" ? order : undefined;
};

const findStarOrder = (db: Db, id: string) =>
  db.selectFrom("mini_order").selectAll().where("asset", "=", "STAR").where("id", "=", id).executeTakeFirst();

const refusalOf = async (
  db: Db,
  { currency: paidCurrency, invoice_payload: payload, total_amount: stars }: PreCheckoutQuery,
): Promise<string | undefined> => {
  const id = orderIdIn(payload);
  const order = id === undefined ? undefined : await findStarOrder(db, id);
  if (!order || paidCurrency !== currency || BigInt(order.amount) !== BigInt(stars)) return orderUnknown;
  if (order.status !== "WAITING") return orderPaid;
  return order.valid_until.getTime() < Date.now() ? orderExpired : undefined;
};

const invoiceFor = async ({ api, log }: StarDeps, id: string, land: bigint, stars: number): Promise<string> => {
  try {
    const prices = [{ label: "LAND", amount: stars }];
    return await (await api()).createInvoiceLink(exactLand(land), starInvoice, payloadOf(id), "", currency, prices);
  } catch (error) {
    log.warn({ err: error }, "The bot could not create an invoice");
    throw new AppError("BOT_UNREACHABLE");
  }
};

/** Messages about Star payments, shown in the messaging app. */
const starInvoice = "LAND for your account, credited once the payment is confirmed.";
const orderUnknown = "Invoice not found. Create a new order.";
const orderPaid = "This order is already paid.";
const orderExpired = "This invoice has expired. Create a new order.";
