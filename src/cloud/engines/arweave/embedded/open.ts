import { CID } from "multiformats/cid";
import type { Logger } from "pino";
import type { Blocks } from "../../blocks/blocks.ts";
import type { Database } from "../../database/database.ts";
import type { Arweave, ArweaveNode } from "../arweave.ts";
import { acceptChunk } from "./accept-chunk.ts";
import { acceptTransaction } from "./accept.ts";
import { balanceOf, endowWallet, mineBlock, newestBlock, priceOf } from "./chain.ts";
import { createNodeHttp } from "./http.ts";
import { blockDelayMs } from "./limits.ts";
import { statusOf } from "./reads.ts";

export interface EmbeddedArweave extends Arweave {
  readonly handle: NonNullable<Arweave["handle"]>;
  /** Mines the pending transactions now. */
  mine(): Promise<void>;
}

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly blocks: Blocks;
  readonly log: Logger;
  /** Delay between the first waiting transaction and its block; `undefined` mines only on request. */
  readonly delayMs?: number | undefined;
}

/** Opens an embedded weave: blocks and transactions in the database, data in the block store. */
export const openEmbeddedArweave = ({ database, blocks, log, delayMs = blockDelayMs }: Deps): EmbeddedArweave => {
  const { db } = database;
  let timer: NodeJS.Timeout | undefined;
  let mining: Promise<void> = Promise.resolve();

  const mine = (): Promise<void> => (mining = mining.catch(() => undefined).then(() => mineBlock(db)));
  /** A transaction with incomplete data waits for its last chunk, which calls this function. */
  const mineSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      mine().catch((error: unknown) => log.warn({ err: error }, "Could not create an Arweave block"));
    }, delayMs).unref();
  };
  // Transactions accepted just before a shutdown still wait for their block.
  mineSoon();

  const node: ArweaveNode = {
    anchor: async () => (await newestBlock(db)).id,
    price: async (bytes) => priceOf(bytes),
    balance: (address) => balanceOf(db, address),
    postTransaction: async (transaction) => {
      await acceptTransaction(db, blocks, transaction);
      mineSoon();
    },
    postChunk: async (chunk) => {
      await acceptChunk(db, blocks, chunk);
      mineSoon();
    },
    status: (id) => statusOf(db, id),
  };

  return {
    isEmbedded: true,
    node,
    confirmationsNeeded: 0,
    urlOf: (id, origin) => `${origin}/arweave/${id}`,
    endow: (address) => endowWallet(db, address),
    holds: async (trx, cid) => {
      const key = Buffer.from(CID.parse(cid).bytes);
      const row = await trx
        .selectFrom("arweave_transaction")
        .select("id")
        .where("data_cid", "=", key)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    handle: createNodeHttp({ database, blocks, node }),
    mine,
    async close() {
      clearTimeout(timer);
      await mining.catch(() => undefined);
    },
  };
};
