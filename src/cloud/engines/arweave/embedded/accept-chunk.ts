/** Accepts the data of transactions chunk by chunk; each chunk is stored before it is acknowledged. */
import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { sql } from "kysely";
import * as z from "zod";
import type { Blocks } from "../../blocks/blocks.ts";
import type { Db } from "../../database/database.ts";
import { Refused, idPattern } from "../arweave.ts";
import { fromBase64Url, merkleLibrary } from "../library.ts";
import { completeData, stagingPrefix } from "./complete.ts";

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
export const acceptChunk = async (db: Db, blocks: Blocks, posted: unknown): Promise<void> => {
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
