/** LAND purchases in the mini app by toncoin or Stars: ordered here, credited from the chain or the bot's payment updates. */
import type { Logger } from "pino";
import type { StarOrder, ToncoinOrder } from "../../../../resources/billing/mini-calls.ts";
import type { MiniAsset } from "../../../../resources/billing/mini-limits.ts";
import { AppError } from "../../app-error.ts";
import type { Config } from "../../config.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty, Wake } from "../../kernel/duties.ts";
import type { Bot } from "../bot/service.ts";
import type { Deposits } from "../deposits/service.ts";
import { decimal18 } from "./amounts.ts";
import { scan } from "./scan.ts";
import { expireInvoice, findOrder, type Orderer } from "./orders.ts";
import { answerCheckout, prepareStars, refundOrder, takeStars } from "./stars.ts";
import { prepareToncoin, takePayment } from "./toncoin.ts";

export { moveOrders } from "./orders.ts";

export interface MiniPayments {
  /** Accepted assets. */
  offers(asset: MiniAsset): boolean;
  /**
   * Calls the bot or the price service; the returned function stores the order. Throws MINI_ASSET_OFF, PRICE_UNAVAILABLE, STARS_TOO_MANY,
   * BOT_UNREACHABLE.
   */
  prepareOrder(
    asset: MiniAsset,
    land: bigint,
  ): Promise<(trx: Trx, orderer: Orderer) => Promise<ToncoinOrder | StarOrder>>;
  readonly find: typeof findOrder;
  /** Refunds the Stars of an order; the returned function records it. Throws NOT_FOUND, ORDER_NOT_PAID, BOT_UNREACHABLE. */
  refund(db: Db, orderId: string): ReturnType<typeof refundOrder>;
  /** Expires an invoice, identified by the end of its link; for the emulator. */
  readonly expireInvoice: typeof expireInvoice;
  readonly duties: readonly Duty[];
  /** Scans for toncoin payments now and resolves when done. */
  poll(): Promise<void>;
  close(): void;
}

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

export const createMiniPayments = ({
  engines,
  config,
  bot,
  deposits,
  log,
  wake = () => undefined,
}: ServiceDeps): MiniPayments => {
  const { database, evm, prices, ton } = engines;
  const { db } = database;
  const stars = { database, api: engines.bot.api, deposits, starDollars: decimal18(config.STAR_USD), log };
  const toncoin = { ton, prices, deposits, log };

  /** Test coins and Stars must not buy real resources, and real ones are not accepted at a test price. */
  const offers = (asset: MiniAsset): boolean => {
    if (asset === "STAR") return !engines.bot.embedded || evm.embedded;
    return ton.embedded ? evm.embedded : !prices.embedded;
  };

  const lookNow = () => scan({ database, ton, take: (trx, transaction) => takePayment(toncoin, trx, transaction) });

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
    offers,
    prepareOrder: async (asset, land) => {
      if (!offers(asset)) throw new AppError("MINI_ASSET_OFF");
      return asset === "TON" ? prepareToncoin(toncoin, land) : prepareStars(stars, land);
    },
    find: findOrder,
    expireInvoice,
    refund: (reader, orderId) => refundOrder(stars, reader, orderId),
    // The local devnet is read from the database.
    duties: offers("TON")
      ? [{ name: dutyName, every: ton.embedded ? "1 s" : "5 s", scope: "cluster", run: lookWhenDue }]
      : [],
    poll: lookNow,
    close: stopListening,
  };
};
