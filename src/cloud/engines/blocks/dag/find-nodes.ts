/** Finds the blocks of a DAG in one blob of the index and the owners of the others. */
import { sql } from "kysely";
import type { CID } from "multiformats/cid";
import type { Db } from "../../database/database.ts";
import { inlineBytes, isLeaf } from "./cid.ts";
import { bytesOfKey, cidOfKey, graphKey, graphNodeOf, type Found, type GraphKey, type Totals } from "./graph.ts";

export interface Outside {
  readonly key: GraphKey;
  readonly blobId: string;
  readonly sizeBytes: number;
}

type FetchBlocks = (cids: readonly CID[]) => Promise<readonly (Uint8Array | undefined)[]>;

/** Returns the blocks in this blob, decoded; a file laid out by this engine counts as one block. */
export const nodesInBlob = async (
  db: Db,
  fetchBlocks: FetchBlocks,
  blobId: string,
  keys: readonly GraphKey[],
): Promise<Map<GraphKey, Found>> => {
  const binaryKeys = keys.map(bytesOfKey);
  const { rows } = await sql<{ cid: Buffer; length: number; extent: bigint | null }>`
    select block.cid, block.length_bytes as length, extent.size_bytes as extent
    from block left join extent using (cid, blob_id)
    where block.cid = any(${binaryKeys}::bytea[]) and block.blob_id = ${blobId}
  `.execute(db);
  const found = new Map<GraphKey, Found>();
  const unread: CID[] = [];
  for (const { cid: bytes, length, extent } of rows) {
    const key = bytes.toString("latin1");
    const cid = cidOfKey(key);
    const sizeBytes = extent === null ? length : Number(extent);
    const isWhole = extent !== null || isLeaf(cid);
    if (!isWhole) unread.push(cid);
    else found.set(key, { node: { kind: "file", blockBytes: sizeBytes, fileBytes: sizeBytes, children: [] } });
  }
  const blocks = unread.length > 0 ? await fetchBlocks(unread) : [];
  for (const [index, cid] of unread.entries()) {
    const bytes = blocks[index];
    if (bytes) found.set(graphKey(cid), { node: graphNodeOf(cid, bytes) });
  }
  return found;
};

/** Identity CIDs take no space. */
export const inlineNodes = (keys: readonly GraphKey[]): Map<GraphKey, Found> => {
  const found = new Map<GraphKey, Found>();
  for (const key of keys) {
    const cid = cidOfKey(key);
    const inline = inlineBytes(cid);
    if (inline) found.set(key, { node: { ...graphNodeOf(cid, inline), blockBytes: 0 } });
  }
  return found;
};

/** Returns the keys that are roots. */
export const rootsAmong = async (db: Db, keys: readonly GraphKey[]): Promise<Map<GraphKey, Totals>> => {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("root")
    .select(["cid", "file_count", "size_bytes"])
    .where("cid", "=", sql<Buffer>`any(${keys.map(bytesOfKey)}::bytea[])`)
    .execute();
  return new Map(
    rows.map((row) => [row.cid.toString("latin1"), { fileCount: row.file_count, sizeBytes: Number(row.size_bytes) }]),
  );
};

/** Returns a blob for each key, if any; prefers one with the whole file. */
export const blobsOf = async (db: Db, keys: readonly GraphKey[]): Promise<Map<GraphKey, Outside>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ cid: Buffer; blob_id: string; length: number }>`
    select distinct on (block.cid) block.cid, block.blob_id, block.length_bytes as length
    from block left join extent using (cid, blob_id)
    where block.cid = any(${keys.map(bytesOfKey)}::bytea[])
    order by block.cid, extent.cid is null, block.blob_id
  `.execute(db);
  return new Map(
    rows.map(({ cid, blob_id, length }) => {
      const key = cid.toString("latin1");
      return [key, { key, blobId: blob_id, sizeBytes: length }];
    }),
  );
};
