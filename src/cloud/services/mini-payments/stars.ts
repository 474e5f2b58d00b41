/** LAND by Stars: an invoice of the bot's, and only what the messaging app tells the bot credits it. */
import type { Api } from "grammy";
import type { Message, PreCheckoutQuery } from "grammy/types";
import type { Logger } from "pino";
import { starsMax, starValidSeconds } from "../../../../resources/billing/mini-limits.ts";
import type { StarOrder } from "../../../../resources/billing/mini-calls.ts";
import { AppError } from "../../app-error.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { namedId } from "../../ledger/named-id.ts";
import type { Effect } from "../chain-events/service.ts";
import type { Deposits } from "../deposits/service.ts";
import { secondsFromNow } from "../secrets.ts";
import { dollarsFor, starsFor } from "./amounts.ts";
import {
  addOrder,
  lockOrder,
  newOrderId,
  orderIdIn,
  setOrder,
  wordsOf,
  type Orderer,
  type OrderRow,
} from "./orders.ts";
import { orderExpired, orderPaid, orderUnknown, starInvoice } from "./sentences.ts";

const unit = 10n ** 18n;
const currency = "XTR";

export interface StarParts {
  readonly database: Pick<Database, "db">;
  readonly api: () => Promise<Api>;
  readonly deposits: Pick<Deposits, "receive" | "refund">;
  /** Dollars ×1e18 that one Star stands for. */
  readonly starDollars: bigint;
  readonly log: Pick<Logger, "warn">;
}

type Charge = Pick<NonNullable<Message["refunded_payment"]>, "invoice_payload" | "telegram_payment_charge_id">;

/** Throws STARS_TOO_MANY, and BOT_UNREACHABLE. */
export const orderStars = async (parts: StarParts, trx: Trx, orderer: Orderer, land: bigint): Promise<StarOrder> => {
  const stars = starsFor(dollarsFor(land), parts.starDollars);
  if (stars > BigInt(starsMax)) throw new AppError("STARS_TOO_MANY");
  const id = newOrderId();
  const invoiceLink = await invoiceFor(parts, id, land, Number(stars));
  const until = secondsFromNow(starValidSeconds);
  await addOrder(trx, id, orderer, {
    asset: "STAR",
    land: land.toString(),
    usd: (stars * parts.starDollars).toString(),
    amount: stars.toString(),
    invoice_link: invoiceLink,
    valid_until: until,
  });
  const validUntil = Math.floor(until.getTime() / 1000);
  return { asset: "STAR", orderId: id, land: land.toString(), validUntil, stars: Number(stars), invoiceLink };
};

/** Says whether a payment is taken, when the messaging app asks before it. */
export const answerCheckout = async ({ database, api, log }: StarParts, query: PreCheckoutQuery): Promise<void> => {
  const { id, invoice_payload: words } = query;
  if (!words.startsWith(wordsOf(""))) return;
  const refusal = await refusalOf(database.db, query);
  const other = refusal === undefined ? undefined : { error_message: refusal };
  await (await api()).answerPreCheckoutQuery(id, refusal === undefined, other).catch((error: unknown) => {
    // Answered before, or too late: nobody pays then.
    log.warn({ err: error }, "The question before a payment in Stars was not answered");
  });
};

/** Credits an order once, and gives back what nobody asked for: a second payment, or one of another amount. */
export const takeStars = async (parts: StarParts, message: Message): Promise<void> => {
  const { successful_payment: paid, refunded_payment: refunded, from } = message;
  if (refunded?.invoice_payload.startsWith(wordsOf(""))) await takeRefund(parts, refunded);
  if (!paid?.invoice_payload.startsWith(wordsOf(""))) return;
  const payer = from?.id ?? message.chat.id;
  const { telegram_payment_charge_id: charge, total_amount: stars } = paid;
  const outcome = await parts.database.db.transaction().execute(async (trx) => {
    const order = await orderOf(trx, paid);
    if (order?.payment === charge) return "known";
    if (order?.status !== "WAITING" || paid.currency !== currency || BigInt(order.amount) !== BigInt(stars))
      return "refused";
    await setOrder(trx, order.id, { status: "PAID", payment: charge, payer: String(payer), paid_at: new Date() });
    const { account, usd, land } = order;
    return parts.deposits.receive(trx, {
      id: depositIdOf(charge),
      network: "stars",
      txHash: charge,
      account,
      coin: "STAR",
      coinAmount: BigInt(stars) * unit,
      usd: BigInt(usd),
      land: BigInt(land),
    });
  });
  if (typeof outcome === "function") return outcome();
  if (outcome !== "refused") return;
  parts.log.warn(
    { charge, words: paid.invoice_payload },
    "A payment in Stars is not what its order asks for: it is given back",
  );
  await giveBack(parts, payer, charge);
};

/** Gives an order's Stars back. Throws NOT_FOUND, ORDER_NOT_PAID, BOT_UNREACHABLE. Run the effect once it is committed. */
export const refundOrder = async (parts: StarParts, trx: Trx, id: string): Promise<Effect | undefined> => {
  const order = await lockOrder(trx, id);
  if (order?.asset !== "STAR") throw new AppError("NOT_FOUND");
  if (order.status !== "PAID" || order.payment === null) throw new AppError("ORDER_NOT_PAID");
  await giveBack(parts, Number(order.payer), order.payment).catch((error: unknown) => {
    parts.log.warn({ err: error, charge: order.payment }, "Stars could not be given back");
    throw new AppError("BOT_UNREACHABLE");
  });
  return reverse(parts, trx, order, order.payment);
};

/** The messaging app may tell of it before we hear that it was paid: then it is not credited any more. */
const takeRefund = async (parts: StarParts, refunded: Charge): Promise<void> => {
  const charge = refunded.telegram_payment_charge_id;
  const effect = await parts.database.db.transaction().execute(async (trx) => {
    const order = await orderOf(trx, refunded);
    if (order?.status === "PAID" && order.payment === charge) return reverse(parts, trx, order, charge);
    if (order?.status === "WAITING") await setOrder(trx, order.id, { status: "REFUNDED", payment: charge });
    return undefined;
  });
  effect?.();
};

const reverse = async (
  { deposits }: StarParts,
  trx: Trx,
  { id }: OrderRow,
  charge: string,
): Promise<Effect | undefined> => {
  await setOrder(trx, id, { status: "REFUNDED" });
  return deposits.refund(trx, depositIdOf(charge));
};

const giveBack = async ({ api }: StarParts, payer: number, charge: string): Promise<void> => {
  const { GrammyError } = await import("grammy");
  await (await api()).refundStarPayment(payer, charge).catch((error: unknown) => {
    if (!(error instanceof GrammyError && error.description.includes("CHARGE_ALREADY_REFUNDED"))) throw error;
  });
};

const depositIdOf = (charge: string): string => namedId("stars", charge);

const orderOf = async (trx: Trx, { invoice_payload: words }: Pick<Charge, "invoice_payload">) => {
  const id = orderIdIn(words);
  const order = id === undefined ? undefined : await lockOrder(trx, id);
  return order?.asset === "STAR" ? order : undefined;
};

const refusalOf = async (
  db: Db,
  { currency: asked, invoice_payload: words, total_amount: stars }: PreCheckoutQuery,
): Promise<string | undefined> => {
  const id = orderIdIn(words);
  const query = db.selectFrom("mini_order").selectAll().where("asset", "=", "STAR");
  const order = id === undefined ? undefined : await query.where("id", "=", id).executeTakeFirst();
  if (!order || asked !== currency || BigInt(order.amount) !== BigInt(stars)) return orderUnknown;
  if (order.status !== "WAITING") return orderPaid;
  return order.valid_until.getTime() < Date.now() ? orderExpired : undefined;
};

const invoiceFor = async ({ api, log }: StarParts, id: string, land: bigint, stars: number): Promise<string> => {
  const amount = (land / unit).toLocaleString("en-US");
  try {
    const prices = [{ label: "LAND", amount: stars }];
    return await (await api()).createInvoiceLink(`${amount} LAND`, starInvoice, wordsOf(id), "", currency, prices);
  } catch (error) {
    log.warn({ err: error }, "The bot could not make an invoice");
    throw new AppError("BOT_UNREACHABLE");
  }
};
