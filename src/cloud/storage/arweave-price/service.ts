/**
 * Tracks the Arweave storage price: creates a new price version when the current price differs from Arweave's quote.
 */
import type { Logger } from "pino";
import { arweaveFeedId } from "../../../../resources/billing/prices.ts";
import { landPerDollar } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { dollars18 } from "../../engines/prices/prices.ts";
import { newestPrice, setPrice } from "../../billing/ledger/charges/prices.ts";

const quotedBytes = 1024 ** 3;
const winstonPerCoin = 10n ** 12n;
/** Smallest relative change that creates a version: 1/100 of the price. */
const changeDivisor = 100n;

interface Deps {
  readonly database: { readonly db: Db };
  readonly arweave: Pick<Engines["arweave"], "isEmbedded"> & {
    readonly node: Pick<Engines["arweave"]["node"], "price">;
  };
  readonly prices: Engines["prices"];
}

export const createArweavePrice = ({ database: { db }, arweave, prices }: Deps, log: Logger) => {
  /** Returns LAND×1e18 per GiB, rounded up. */
  const quote = async (): Promise<bigint> => {
    const [winston, [coin]] = await Promise.all([arweave.node.price(quotedBytes), prices.latest([arweaveFeedId])]);
    return (winston * dollars18(coin!) * landPerDollar + winstonPerCoin - 1n) / winstonPerCoin;
  };

  const keep = async (): Promise<void> => {
    const land = await quote();
    const current = await newestPrice(db, "AR_STORAGE");
    const scaled = (current.land * BigInt(quotedBytes)) / current.per;
    const difference = scaled > land ? scaled - land : land - scaled;
    if (land <= 0n || difference * changeDivisor <= scaled) return;
    const next = { resource: "AR_STORAGE", land, per: BigInt(quotedBytes) } as const;
    const version = await db.transaction().execute((trx) => setPrice(trx, next));
    log.info({ version, land: land.toString() }, "Updated the Arweave storage price");
  };

  return {
    /**
     * Compares the price with the quote and schedules a new price for the next full hour. Does nothing on an embedded
     * weave or without a coin price: the list price applies then. Failed requests are retried in the next run.
     */
    keep: async (): Promise<void> => {
      if (arweave.isEmbedded || prices.embedded) return;
      await keep().catch((error: unknown) => log.warn({ err: error }, "Could not update the Arweave storage price"));
    },
  };
};
