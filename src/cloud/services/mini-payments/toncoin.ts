/** LAND by toncoin: an order sets the amount and comment, and only the on-chain payment credits it. */
import type { Logger } from "pino";
import { toncoinValidSeconds } from "../../../../resources/billing/mini-limits.ts";
import type { ToncoinOrder } from "../../../../resources/billing/mini-calls.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Prices } from "../../engines/prices/prices.ts";
import type { Ton, TonTransaction } from "../../engines/ton/ton.ts";
import { namedId } from "../../ledger/named-id.ts";
import type { Effect } from "../chain-events/service.ts";
import type { Deposits } from "../deposits/service.ts";
import { secondsFromNow } from "../secrets.ts";
import { toncoinPrice } from "../toncoin-price.ts";
import { dollarsFor, nanoFor } from "./amounts.ts";
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
import { secondsOf } from "../seconds-of.ts";

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
export const prepareToncoin = async (
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
export const takePayment = async (
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
