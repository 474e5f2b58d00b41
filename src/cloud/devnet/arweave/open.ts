import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { CID } from "multiformats/cid";
import type { Logger } from "pino";
import { sql } from "kysely";
import * as z from "zod";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import type { Database, Db } from "../../engines/database/database.ts";
import { type Arweave, type ArweaveNode, Refused, idPattern } from "../../engines/arweave/arweave.ts";
import { fenced, type Owned, type Owners } from "../../kernel/owners.ts";
import { createRunner } from "../../kernel/repeat.ts";
import { acceptTransaction } from "./accept.ts";
import { balanceOf, endowWallet, isWaiting, mineBlock, newestBlock, priceOf } from "./chain.ts";
import { createNodeHttp } from "./http.ts";
import { blockDelayMs } from "./limits.ts";
import { statusOf } from "./reads.ts";
import { fromBase64Url, merkleLibrary } from "../../engines/arweave/library.ts";
import { completeData, stagingPrefix } from "./complete.ts";

export interface EmbeddedArweave extends Arweave {
  readonly handle: NonNullable<Arweave["handle"]>;
  /** Mines the pending transactions now. */
  mine(): Promise<void>;
}

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly blocks: Blocks;
  readonly owners: Owners;
  readonly log: Logger;
  /** Delay between the first waiting transaction and its block; `undefined` mines only on request. */
  readonly delayMs?: number | undefined;
}

/** A request to the owner. */
type WeaveRequest = { readonly transaction: unknown } | { readonly chunk: unknown } | { readonly mine: true };

interface WeaveReply {
  readonly refused?: Pick<Refused, "message" | "status">;
}

/**
 * Opens an embedded weave: blocks and transactions in the database, data in the block store. Every process reads them; the owner accepts
 * transactions and mines.
 */
export const openEmbeddedArweave = async ({
  database,
  blocks,
  owners,
  log,
  delayMs = blockDelayMs,
}: Deps): Promise<EmbeddedArweave> => {
  const { db } = database;
  const { call } = await owners.define({
    name: "arweave",
    wanted: async () => ((await isWaiting(db)) ? [""] : []),
    open: async (_id, fence) => ownWeave(fenced(db, fence), { blocks, log, delayMs }),
  });
  const ask = async (request: WeaveRequest): Promise<void> => {
    const { refused } = (await call("", request)) as WeaveReply;
    if (refused) throw new Refused(refused.message, refused.status);
  };

  const node: ArweaveNode = {
    anchor: async () => (await newestBlock(db)).id,
    price: async (bytes) => priceOf(bytes),
    balance: (address) => balanceOf(db, address),
    postTransaction: (transaction) => ask({ transaction }),
    postChunk: (chunk) => ask({ chunk }),
    status: (id) => statusOf(db, id),
  };

  return {
    isEmbedded: true,
    node,
    confirmationsNeeded: 0,
    urlOf: (id, origin) => `${origin}/arweave/${id}`,
    endow: (address) => endowWallet(db, address),
    held: async (trx, cids) => {
      const keys = cids.map((cid) => Buffer.from(CID.parse(cid).bytes));
      const rows = await trx
        .selectFrom("arweave_transaction")
        .select("data_cid")
        .distinct()
        .where("data_cid", "=", sql<Buffer>`any(${keys}::bytea[])`)
        .execute();
      return rows.map(({ data_cid: key }) => CID.decode(key!).toString());
    },
    handle: createNodeHttp({ database, blocks, node }),
    mine: () => ask({ mine: true }),
    close: async () => undefined,
  };
};

/** Accepts transactions and mines in this process; what was accepted before still waits for its block. */
const ownWeave = (db: Db, { blocks, log, delayMs }: Pick<Deps, "blocks" | "log"> & { delayMs: number }): Owned => {
  const mining = createRunner(
    async () => {
      await mineBlock(db);
      return undefined;
    },
    (error) => {
      log.warn({ err: error }, "Could not create an Arweave block");
      return undefined;
    },
  );
  mining.kick(delayMs);
  const take = async (request: WeaveRequest): Promise<void> => {
    if ("mine" in request) return mining.now();
    if ("chunk" in request) await acceptChunk(db, blocks, request.chunk);
    else await acceptTransaction(db, blocks, request.transaction);
    // A transaction with incomplete data waits for its last chunk.
    mining.kick(delayMs);
  };
  return {
    answer: async (request: WeaveRequest): Promise<WeaveReply> => {
      try {
        await take(request);
        return {};
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { refused: { message: error.message, status: error.status } };
      }
    },
    close: mining.close,
  };
};

// Accepts the data of transactions chunk by chunk; each chunk is stored before it is acknowledged.

const wholeNumber = z.string().regex(/^(0|[1-9]\d{0,11})$/);
const postedChunk = z.object({
  data_root: z.string().regex(idPattern),
  data_size: wholeNumber,
  data_path: z
    .string()
    .max(16_384)
    .regex(/^[\w-]+$/),
  offset: wholeNumber,
  chunk: z
    .string()
    .max(349_526)
    .regex(/^[\w-]+$/),
});

const leafBytes = 64;
const hashBytes = 32;

/** Throws `Refused` with the messages of Arweave nodes, which clients recognize. */
const acceptChunk = async (db: Db, blocks: Blocks, posted: unknown): Promise<void> => {
  const parsed = postedChunk.safeParse(posted);
  if (!parsed.success) throw new Refused("invalid_json");
  const { data_root: dataRoot, data_size, data_path, offset, chunk } = parsed.data;
  const waiting = await db
    .selectFrom("arweave_transaction")
    .select([(eb) => eb.fn<boolean>("bool_and", [sql`data_cid is not null`]).as("whole")])
    .where("data_root", "=", dataRoot)
    .where("data_size", "=", BigInt(data_size))
    .executeTakeFirst();
  if (waiting?.whole == null) throw new Refused("data_root_not_found");
  const bytes = fromBase64Url(chunk);
  const endsAt = await endOf(dataRoot, Number(data_size), Number(offset), fromBase64Url(data_path), bytes);
  if (waiting.whole) return;
  await db
    .insertInto("arweave_chunk")
    .values({ data_root: dataRoot, ends_at: BigInt(endsAt), bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await completeIfWhole(db, blocks, dataRoot, Number(data_size));
};

/** Returns the chunk's end offset, as proven by its path. Throws `Refused`. */
const endOf = async (dataRoot: string, size: number, offset: number, path: Buffer, bytes: Buffer): Promise<number> => {
  const { MAX_CHUNK_SIZE, validatePath } = await merkleLibrary();
  if (bytes.length > MAX_CHUNK_SIZE) throw new Refused("chunk_too_big");
  const place = await validatePath(new Uint8Array(fromBase64Url(dataRoot)), offset, 0, size, new Uint8Array(path));
  const leaf = path.subarray(-leafBytes, -leafBytes + hashBytes);
  const isLeafHash = createHash("sha256").update(bytes).digest().equals(leaf);
  if (!place || !isLeafHash || place.chunkSize !== bytes.length) throw new Refused("invalid_proof");
  return place.rightBound;
};

const completeIfWhole = async (db: Db, blocks: Blocks, dataRoot: string, sizeBytes: number): Promise<void> => {
  const { rows } = await sql<{ ends_at: bigint; length: number }>`
    select ends_at, length(bytes) as length from arweave_chunk where data_root = ${dataRoot} order by ends_at
  `.execute(db);
  if (rows.reduce((sum, { length }) => sum + length, 0) !== sizeBytes) return;
  const path = blocks.stagingPath(`${stagingPrefix}${randomUUID()}`);
  const isWritten = await writeChunks(
    db,
    dataRoot,
    rows.map((row) => row.ends_at),
    path,
  );
  if (isWritten) await completeData(db, blocks, dataRoot, path);
  else await rm(path, { force: true });
};

/** Returns false if another request was faster: the data is complete and its chunks are deleted. */
const writeChunks = async (db: Db, dataRoot: string, ends: readonly bigint[], path: string): Promise<boolean> => {
  const file = await open(path, "wx");
  try {
    for (const endsAt of ends) {
      const query = db.selectFrom("arweave_chunk").select("bytes").where("data_root", "=", dataRoot);
      const row = await query.where("ends_at", "=", endsAt).executeTakeFirst();
      if (!row) return false;
      await file.write(row.bytes);
    }
    return true;
  } finally {
    await file.close();
  }
};
