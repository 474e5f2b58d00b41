/** LAND by toncoin: an order names amount and comment, and only what stands on the chain credits it. */
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
  wordsOf,
  type Orderer,
  type OrderRow,
} from "./orders.ts";

const nanoTo18 = 10n ** 9n;
/** An account that can be nobody's: what is paid to it waits for an operator. */
const nobody = `0x${"00".repeat(32)}`;

interface Parts {
  readonly ton: Pick<Ton, "collector" | "network">;
  readonly prices: Pick<Prices, "latest">;
  readonly deposits: Pick<Deposits, "receive">;
  readonly log: Pick<Logger, "warn">;
}

/** Throws PRICE_UNAVAILABLE. */
export const orderToncoin = async (
  { ton, prices, log }: Parts,
  trx: Trx,
  orderer: Orderer,
  land: bigint,
): Promise<ToncoinOrder> => {
  const usd = dollarsFor(land);
  const [price, destination] = await Promise.all([toncoinPrice(prices, log), ton.collector()]);
  const amount = nanoFor(usd, price);
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
    validUntil: Math.floor(until.getTime() / 1000),
    destination,
    amountNano: amount.toString(),
    comment: wordsOf(id),
    network: ton.network,
  };
};

/**
 * Credits the order whose comment a payment bears, once, when it is enough; later than its time, too. Too little, or a second time, waits in
 * suspense for an operator. What names no order of ours is left alone.
 */
export const takePayment = async (
  { deposits, log }: Parts,
  trx: Trx,
  { hash, at, received }: TonTransaction,
): Promise<Effect | undefined> => {
  const id = received && orderIdIn(received.comment);
  const order = id === undefined ? undefined : await lockOrder(trx, id);
  if (!received || order?.asset !== "TON") return undefined;
  const { nano, from } = received;
  const payment = { id: namedId("ton", hash), network: "ton", txHash: hash, coin: "TON", coinAmount: nano * nanoTo18 };
  if (order.status !== "WAITING" || nano < BigInt(order.amount)) {
    log.warn({ order: order.id, transaction: hash }, "A payment is not what its order asks for");
    const worth = shareOf(order, nano);
    return worth.land === 0n ? undefined : deposits.receive(trx, { ...payment, ...worth, account: nobody });
  }
  await setOrder(trx, order.id, { status: "PAID", payment: hash, payer: from, paid_at: new Date(at * 1000) });
  const { account, usd, land } = order;
  return deposits.receive(trx, { ...payment, account, usd: BigInt(usd), land: BigInt(land) });
};

/** At the order's own price. */
const shareOf = ({ land, usd, amount }: OrderRow, nano: bigint) => ({
  land: (BigInt(land) * nano) / BigInt(amount),
  usd: (BigInt(usd) * nano) / BigInt(amount),
});
