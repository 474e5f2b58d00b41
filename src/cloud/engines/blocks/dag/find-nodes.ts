/** Finds the blocks of a DAG in a blob of the index and the owners of the others. */
import { sql, type RawBuilder } from "kysely";
import type { CID } from "multiformats/cid";
import type { Db } from "../../database/database.ts";
import { prepared } from "../../database/prepared.ts";
import type { Place } from "../store/places.ts";
import { cidText, inlineBytes, isLeaf } from "./cid.ts";
import { bytesOfKey, cidOfKey, graphKey, graphNodeOf, type Found, type GraphKey, type Totals } from "./graph.ts";

export interface Outside {
  readonly key: GraphKey;
  readonly blobId: string;
  readonly sizeBytes: number;
}

/** Reads blocks, in order; those whose places are given need no look-up. */
export type FetchBlocks = (
  cids: readonly CID[],
  places?: ReadonlyMap<string, Place>,
) => Promise<readonly (Uint8Array | undefined)[]>;

/** Look-ups in a blob after which its index is read as a whole: a chain of blocks would take one per level. */
const LOOK_UPS_MAX = 16;
/** Rows of indexes that one walk keeps in memory. */
const ROWS_MAX = 100_000;

interface BlockRow {
  readonly cid: Buffer;
  readonly starts: bigint;
  readonly length: number;
  /** Whether the database has its bytes. */
  readonly isCarried: boolean;
  /** Size of a file laid out by this engine. */
  readonly extent: bigint | null;
}

interface BlobIndex {
  lookUps: number;
  /** The blob's rows, if they have been read as a whole. */
  rows?: ReadonlyMap<GraphKey, BlockRow>;
}

/** Finds blocks in blobs, for one walk or plan: what it has read stays in memory. */
export const createBlobNodes = (db: Db, fetchBlocks: FetchBlocks) => {
  const indexes = new Map<string, BlobIndex>();
  let room = ROWS_MAX;

  const indexOf = async (blobId: string): Promise<BlobIndex> => {
    const index = indexes.get(blobId) ?? { lookUps: 0 };
    indexes.set(blobId, index);
    index.lookUps += 1;
    if (index.lookUps !== LOOK_UPS_MAX) return index;
    const all = await readRows(
      db,
      sql`block.blob_id = ${blobId} and (select block_count from blob where id = ${blobId}) <= ${room}`,
    );
    if (all.length === 0) return index;
    room -= all.length;
    index.rows = new Map(all.map((row) => [row.cid.toString("latin1"), row]));
    return index;
  };

  const rowsIn = async (blobId: string, keys: readonly GraphKey[]): Promise<readonly BlockRow[]> => {
    const { rows } = await indexOf(blobId);
    if (rows) return keys.flatMap((key) => rows.get(key) ?? []);
    return readRows(db, sql`block.cid = any(${keys.map(bytesOfKey)}::bytea[]) and block.blob_id = ${blobId}`);
  };

  /** Returns the blocks in this blob, decoded. With `wholeFiles`, a file laid out by this engine counts as one block. */
  return async (
    blobId: string,
    keys: readonly GraphKey[],
    { wholeFiles }: { readonly wholeFiles: boolean },
  ): Promise<Map<GraphKey, Found>> => {
    const found = new Map<GraphKey, Found>();
    const unread: CID[] = [];
    const places = new Map<string, Place>();
    for (const { cid: bytes, starts, length, isCarried, extent } of await rowsIn(blobId, keys)) {
      const key = bytes.toString("latin1");
      const cid = cidOfKey(key);
      const fileBytes = wholeFiles && extent !== null ? Number(extent) : undefined;
      if (fileBytes === undefined && !isLeaf(cid)) {
        unread.push(cid);
        places.set(cidText(cid), {
          blobId: isCarried ? undefined : blobId,
          offset: Number(starts),
          sizeBytes: length,
        });
        continue;
      }
      const sizeBytes = fileBytes ?? length;
      found.set(key, { node: { kind: "file", blockBytes: sizeBytes, fileBytes: sizeBytes, children: [] } });
    }
    const blocks = unread.length > 0 ? await fetchBlocks(unread, places) : [];
    for (const [index, cid] of unread.entries()) {
      const bytes = blocks[index];
      if (bytes) found.set(graphKey(cid), { node: graphNodeOf(cid, bytes) });
    }
    return found;
  };
};

const readRows = async (db: Db, condition: RawBuilder<unknown>): Promise<readonly BlockRow[]> => {
  const { rows } = await sql<BlockRow>`
    select block.cid, block.offset_bytes as starts, block.length_bytes as length, block.bytes is not null as "isCarried",
           extent.size_bytes as extent
    from block left join extent using (cid, blob_id) where ${condition}
  `.execute(db);
  return rows;
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
    .modifyFront(prepared)
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
