/** LAND bought in the messaging app's mini app, by toncoin or Stars: ordered here, credited by what the chain or the bot says. */
import type { Logger } from "pino";
import type { StarOrder, ToncoinOrder } from "../../../../resources/billing/mini-calls.ts";
import type { MiniAsset } from "../../../../resources/billing/mini-limits.ts";
import { AppError } from "../../app-error.ts";
import type { Config } from "../../config.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Bot } from "../bot/service.ts";
import type { Effect } from "../chain-events/service.ts";
import type { Deposits } from "../deposits/service.ts";
import { keepLooking, type Watch } from "../keep-looking.ts";
import { decimal18 } from "./amounts.ts";
import { look } from "./look.ts";
import { expireInvoice, findOrder, type Orderer } from "./orders.ts";
import { answerCheckout, orderStars, refundOrder, takeStars } from "./stars.ts";
import { orderToncoin, takePayment } from "./toncoin.ts";

export interface MiniPayments {
  /** Whether it can be paid with here. */
  offers(asset: MiniAsset): boolean;
  /** Throws MINI_ASSET_OFF, PRICE_UNAVAILABLE, STARS_TOO_MANY, BOT_UNREACHABLE. */
  order(trx: Trx, orderer: Orderer, asset: MiniAsset, land: bigint): Promise<ToncoinOrder | StarOrder>;
  readonly find: typeof findOrder;
  /** Gives the Stars of an order back. Throws NOT_FOUND, ORDER_NOT_PAID, BOT_UNREACHABLE. Run the effect once it is committed. */
  refund(trx: Trx, orderId: string): Promise<Effect | undefined>;
  /** Lets the time of an invoice pass, named by the end of its link; for the emulator. */
  readonly expireInvoice: typeof expireInvoice;
  /** Looks for toncoin payments from now on; several processes may. */
  work(): void;
  /** Looks for toncoin payments now, and resolves when that is done. */
  look(): Promise<void>;
  close(): Promise<void>;
}

interface Given {
  readonly engines: Pick<Engines, "bot" | "database" | "evm" | "prices" | "ton">;
  readonly config: Pick<Config, "STAR_USD">;
  readonly bot: Pick<Bot, "on">;
  readonly deposits: Pick<Deposits, "receive" | "refund">;
  readonly log: Logger;
}

/** While an order waits that may still be paid; a chain of our own is asked in our database. */
const pauseMs = { own: 1_000, elsewhere: 5_000 } as const;
/** Nobody pays an order that is older, or hardly anybody: those who do wait longer. */
const openHours = 24;
const seldomMs = 600_000;

export const createMiniPayments = ({ engines, config, bot, deposits, log }: Given): MiniPayments => {
  const { database, evm, prices, ton } = engines;
  const { db } = database;
  const stars = { database, api: engines.bot.api, deposits, starDollars: decimal18(config.STAR_USD), log };
  const toncoin = { ton, prices, deposits, log };
  let watch: Watch | undefined;
  let stopListening = (): void => undefined;

  /** Coins and Stars that are worth nothing must not buy what is paid for elsewhere; nor are real ones asked for by a test price. */
  const offers = (asset: MiniAsset): boolean => {
    if (asset === "STAR") return !engines.bot.embedded || evm.embedded;
    return ton.embedded ? evm.embedded : !prices.embedded;
  };

  const lookNow = () => look({ database, ton, take: (trx, transaction) => takePayment(toncoin, trx, transaction) });

  let lookedAt = 0;
  const lookWhenDue = async (): Promise<number> => {
    const pause = ton.embedded ? pauseMs.own : pauseMs.elsewhere;
    const isDue = Date.now() - lookedAt > seldomMs || (await hasOpen());
    if (isDue) {
      await lookNow();
      lookedAt = Date.now();
    }
    return pause;
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

  bot.on("pre_checkout_query", (query) => answerCheckout(stars, query));
  bot.on("message", (message) => takeStars(stars, message));

  return {
    offers,
    order: async (trx, orderer, asset, land) => {
      if (!offers(asset)) throw new AppError("MINI_ASSET_OFF");
      return asset === "TON" ? orderToncoin(toncoin, trx, orderer, land) : orderStars(stars, trx, orderer, land);
    },
    find: findOrder,
    expireInvoice,
    refund: (trx, orderId) => refundOrder(stars, trx, orderId),
    work: () => {
      if (!offers("TON")) {
        if (!ton.embedded) log.warn("TON_URL needs PRICE_URL: toncoin is not taken by reference prices");
        return;
      }
      const failed = "Toncoin payments could not be looked for; they are looked for again";
      watch = keepLooking({ look: lookWhenDue, failedMs: pauseMs.elsewhere, failed, log });
      stopListening = ton.onSent(watch.wake);
    },
    look: lookNow,
    close: async () => {
      stopListening();
      await watch?.close();
    },
  };
};
