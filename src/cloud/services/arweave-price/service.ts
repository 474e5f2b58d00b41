/** Arweave storage costs what Arweave asks for it: a new version of the cloud's price, whenever the two have drifted apart. */
import type { Logger } from "pino";
import { arweaveFeedId } from "../../../../resources/prices.ts";
import { landPerDollar } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { dollars18 } from "../../engines/prices/prices.ts";
import { newestPrice, setPrice } from "../../ledger/prices.ts";

const quotedBytes = 1024 ** 3;
const winstonPerCoin = 10n ** 12n;
/** A change smaller than this part of the price is not worth a version. */
const partThatCounts = 100n;

export interface ArweavePrice {
  /**
   * Compares the price with the quote, and sets what holds from the next full hour on. Does nothing where the weave is the cloud's own or
   * nobody says what a coin costs: the list's price stands then. What does not answer is tried again the next time.
   */
  keep(): Promise<void>;
}

interface Parts {
  readonly database: { readonly db: Db };
  readonly arweave: Pick<Engines["arweave"], "isEmbedded"> & {
    readonly node: Pick<Engines["arweave"]["node"], "price">;
  };
  readonly prices: Engines["prices"];
}

export const createArweavePrice = ({ database: { db }, arweave, prices }: Parts, log: Logger): ArweavePrice => {
  /** LAND×1e18 for a GiB, rounded up. */
  const quote = async (): Promise<bigint> => {
    const [winston, [coin]] = await Promise.all([arweave.node.price(quotedBytes), prices.latest([arweaveFeedId])]);
    return (winston * dollars18(coin!) * landPerDollar + winstonPerCoin - 1n) / winstonPerCoin;
  };

  const keep = async (): Promise<void> => {
    const land = await quote();
    const known = await newestPrice(db, "AR_STORAGE");
    const scaled = (known.land * BigInt(quotedBytes)) / known.per;
    const difference = scaled > land ? scaled - land : land - scaled;
    if (land <= 0n || difference * partThatCounts <= scaled) return;
    const next = { resource: "AR_STORAGE", land, per: BigInt(quotedBytes) } as const;
    const version = await db.transaction().execute((trx) => setPrice(trx, next));
    log.info({ version, land: land.toString() }, "Arweave storage has a new price");
  };

  return {
    keep: async () => {
      if (arweave.isEmbedded || prices.embedded) return;
      await keep().catch((error: unknown) => log.warn({ err: error }, "Arweave storage was not priced anew"));
    },
  };
};
