/** Finds damage in blobs and repairs it from other copies. Long because both depend on the layout of a blob. */
import { randomUUID } from "node:crypto";
import { open, rm, type FileHandle } from "node:fs/promises";
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import { batched } from "../database/batched.ts";
import type { Db } from "../database/database.ts";
import { BlobMissing, type BlobStore } from "./store/blob-store.ts";
import type { BlobReport } from "./blocks.ts";
import type { Tree } from "./dag/build-tree.ts";
import { cidKey, cidText, isSame, matches } from "./dag/cid.ts";
import { rootsAmong } from "./dag/find-nodes.ts";
import { graphKey, type GraphKey } from "./dag/graph.ts";
import { digestLater } from "./dag/hashes.ts";
import { leafBytesMax } from "./dag/hash-leaves.ts";
import { chunked } from "./chunked.ts";
import { writeAll } from "./join-files.ts";
import { decodeNode } from "./dag/nodes.ts";
import { ownStagingPrefixes } from "./roots/sweep.ts";

const WINDOW_BYTES = 1024 * 1024;
const WINDOWS_AT_ONCE = 4;
const LINKS_PER_NODE = 1024;
const CIDS_PER_QUERY = 10_000;
/** Maximum number of copies to try for a block in many blobs. */
const COPIES_MAX = 4;
/** Duration of a process's exclusive claim on a blob it verifies. */
const CLAIM_MINUTES = 15;
/** Content not verified for this long must be verified before reuse. */
const STALE_MS = 30 * 86_400_000;
/** Amount read at once, also from a remote store. */
const READ_AT_ONCE_BYTES = 64 * 1024 * 1024;

/** The place of a block, passed to a source that may have its bytes. */
interface MissingBlock {
  readonly cid: CID;
  readonly blobId: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** Returns the bytes of a block if available. The caller verifies them. */
export type BlockSource = (block: MissingBlock) => Promise<Uint8Array | undefined>;

export type Verifier = ReturnType<typeof createVerifier>;

export interface Content {
  readonly root: CID;
  readonly blocks: readonly { readonly cid: CID; readonly sizeBytes: number }[];
  /** Size of all its bytes, including repeated ones. */
  readonly sizeBytes: number;
}

interface Deps {
  readonly db: Db;
  readonly store: BlobStore;
  stagingPath(name: string): string;
}

/** A range of a blob's bytes with a CID. */
interface Piece {
  readonly offset: number;
  readonly sizeBytes: number;
  /** Undefined for a repeated leaf of a file: any leaf of the blob may be there. */
  readonly cid: CID | undefined;
}

export const createVerifier = ({ db, store, stagingPath }: Deps) => {
  const repairing = new Map<string, Promise<unknown>>();
  const isRoot = batched(async (keys: readonly GraphKey[]) => {
    const roots = await rootsAmong(db, keys);
    return (key) => roots.has(key);
  });

  const bytesOf = async (blobId: string, offset: number, sizeBytes: number): Promise<Uint8Array | undefined> => {
    if (sizeBytes === 0) return new Uint8Array();
    try {
      const bytes = await store.bytes(blobId, { start: offset, end: offset + sizeBytes - 1 });
      return bytes.length === sizeBytes ? bytes : undefined;
    } catch (error) {
      if (error instanceof BlobMissing) return undefined;
      throw error;
    }
  };

  /** Returns the pieces whose bytes are missing or wrong, and the number of bytes read. */
  const compare = async (
    blobId: string,
    sizeBytes: number,
    pieces: readonly Piece[],
  ): Promise<{ readonly damaged: readonly Piece[]; readonly bytes: number }> => {
    const leaves = new Set(pieces.flatMap(({ cid }) => (cid ? [digestKey(cid.multihash.digest)] : [])));
    const damaged: Piece[] = [];
    let read = 0;
    const windows = windowsOf(pieces);
    const compareWindows = async (): Promise<void> => {
      for (const window of windows) {
        const start = window[0]!.offset;
        const end = Math.max(...window.map((piece) => piece.offset + piece.sizeBytes));
        const bytes = end <= sizeBytes ? await bytesOf(blobId, start, end - start) : undefined;
        read += bytes?.length ?? 0;
        for (const piece of window) {
          const own = bytes
            ? bytes.subarray(piece.offset - start, piece.offset - start + piece.sizeBytes)
            : await bytesOf(blobId, piece.offset, piece.sizeBytes);
          if (!own || !(await isRight(piece, own, leaves))) damaged.push(piece);
        }
      }
    };
    // All share one iterator, so each window is read once.
    await Promise.all(Array.from({ length: WINDOWS_AT_ONCE }, compareWindows));
    return { damaged, bytes: read };
  };

  /** Returns an intact copy of a block from any stored location. */
  const findBlock = async (cid: CID): Promise<Uint8Array | undefined> => {
    const key = cidKey(cid);
    const { rows } = await sql<{ blob_id: string; offset_bytes: bigint; length_bytes: number; bytes: Buffer | null }>`
      select blob_id, offset_bytes, length_bytes, bytes from block where cid = ${key}
      union all
      select null, 0, 0, bytes from root where cid = ${key} and bytes is not null
      limit 100
    `.execute(db);
    for (const row of rows) {
      const bytes = row.bytes ?? (await bytesOf(row.blob_id, Number(row.offset_bytes), row.length_bytes));
      if (bytes && matches(cid, bytes)) return bytes;
    }
    return undefined;
  };

  /** Returns the leaf at an offset in a file, according to the file's nodes. */
  const leafAt = async (file: CID, fileBytes: number, at: number): Promise<CID | undefined> => {
    let span = leafBytesMax;
    while (span < fileBytes) span *= LINKS_PER_NODE;
    let cid: CID | undefined = file;
    for (let position = at; cid && span > leafBytesMax; position %= span) {
      const bytes = await findBlock(cid);
      span /= LINKS_PER_NODE;
      cid = bytes && decodeNode(cid, bytes).links[Math.floor(position / span)]?.cid;
    }
    return cid;
  };

  /** Rewrites the blob with the pieces that could be found. Returns the others. */
  const repair = async (
    blob: { readonly id: string; readonly sizeBytes: number },
    layout: Layout,
    damaged: readonly Piece[],
    source: BlockSource | undefined,
  ): Promise<readonly CID[]> => {
    let repaired = 0;
    const lost: CID[] = [];
    const path = stagingPath(`${ownStagingPrefixes.repair}${randomUUID()}`);
    const handle = await open(path, "wx");
    try {
      const storedBytes = Math.min((await store.size(blob.id)) ?? 0, blob.sizeBytes);
      let written = 0;
      if (storedBytes > 0)
        await store.pour(blob.id, { start: 0, end: storedBytes - 1 }, async (bytes) => {
          await writeAll(handle, bytes, written);
          written += bytes.length;
        });
      await handle.truncate(blob.sizeBytes);
      for (const piece of damaged) {
        const cid = piece.cid ?? (await repeatedLeaf(layout, piece.offset, leafAt));
        const bytes =
          cid && ((await soundFrom(source, { cid, blobId: blob.id, ...placeOf(piece) })) ?? (await findBlock(cid)));
        if (bytes) {
          await writeAll(handle, bytes, piece.offset);
          repaired += 1;
        } else lost.push(cid ?? layout.extents[0]!.cid);
      }
      if (repaired === 0 && damaged.length > 0) return lost;
      await handle.sync();
      await store.replace(path, blob.id);
      return lost;
    } finally {
      await handle.close();
      await rm(path, { force: true });
    }
  };

  const verify = async (blobId: string, source?: BlockSource): Promise<BlobReport | undefined> => {
    const row = await db.selectFrom("blob").select("size_bytes").where("id", "=", blobId).executeTakeFirst();
    if (!row) return undefined;
    const layout = await layoutOf(db, blobId);
    if (layout.pieces.length === 0) return note(db, { blobId, bytes: 0, state: "sound", damaged: [] });
    const sizeBytes = Number(row.size_bytes);
    const stored = await store.size(blobId);
    const { damaged, bytes } = await compare(blobId, stored ?? 0, layout.pieces);
    if (damaged.length === 0 && stored === sizeBytes) return note(db, { blobId, bytes, state: "sound", damaged: [] });
    // It may have been dropped in the meantime.
    const isListed = await db.selectFrom("blob").select("id").where("id", "=", blobId).executeTakeFirst();
    if (!isListed) return undefined;
    const lost = await repair({ id: blobId, sizeBytes }, layout, damaged, source);
    return note(db, { blobId, bytes, state: lost.length > 0 ? "damaged" : "repaired", damaged: lost });
  };

  const isDamaged = async (blobId: string, { pieces, sizeBytes }: Copy): Promise<boolean> => {
    const stored = await store.size(blobId);
    if (stored !== sizeBytes) return (await layoutOf(db, blobId)).pieces.length > 0;
    return (await compare(blobId, stored, pieces)).damaged.length > 0;
  };

  /** Verifies one blob and repairs it if possible; undefined if the index does not list it. */
  const verifyBlob = async (blobId: string, source?: BlockSource): Promise<BlobReport | undefined> => {
    // Two concurrent repairs of one blob would undo each other.
    const before = repairing.get(blobId);
    const turn = (async () => {
      await before?.catch(() => undefined);
      return verify(blobId, source);
    })();
    repairing.set(blobId, turn);
    try {
      return await turn;
    } finally {
      if (repairing.get(blobId) === turn) repairing.delete(blobId);
    }
  };

  return {
    verifyBlob,
    /** Verifies the least recently verified blob, if that was before `dueBefore` and no other process is verifying it. */
    async verifyNext(dueBefore: Date): Promise<BlobReport | undefined> {
      const { rows } = await sql<{ id: string }>`
        update blob set checking_until = now() + make_interval(mins => ${CLAIM_MINUTES})
        where id = (
          select id from blob
          where verified_at < ${dueBefore} and (checking_until is null or checking_until < now())
          order by verified_at limit 1
          for update skip locked
        )
        returning id
      `.execute(db);
      return rows[0] && verifyBlob(rows[0].id);
    },
    /**
     * Call before using stored content in place of identical new content: repairs damaged parts from `source`. Compares
     * sizes and bytes, also in a remote store: reading the old copy takes no longer than uploading the new one did.
     */
    async repairKnown({ root, blocks, sizeBytes }: Content, source: BlockSource): Promise<void> {
      if (!(await isRoot(graphKey(root)))) return;
      const hasRepeats = blocks.reduce((sum, block) => sum + block.sizeBytes, 0) < sizeBytes;
      const copies = await copiesOf(
        db,
        blocks.map(({ cid }) => cid),
      );
      for (const [blobId, copy] of copies) {
        // Only the blob's layout lists repeated bytes.
        const isWholeRead = hasRepeats && copy.sizeBytes <= 2 * sizeBytes + WINDOW_BYTES;
        if (isWholeRead || (await isDamaged(blobId, copy))) await verifyBlob(blobId, source);
      }
    },
    /** Returns whether a root can be used without its bytes. */
    async isSound(root: CID): Promise<boolean> {
      const blob = await db
        .selectFrom("root")
        .innerJoin("blob", "blob.id", "root.blob_id")
        .select(["blob.id", "blob.size_bytes", "blob.verified_at", "blob.damaged_at"])
        .where("root.cid", "=", cidKey(root))
        .executeTakeFirst();
      if (!blob) return true;
      if (blob.size_bytes <= READ_AT_ONCE_BYTES) return (await verifyBlob(blob.id))?.state !== "damaged";
      const isStored = (await store.size(blob.id)) === Number(blob.size_bytes);
      return isStored && !blob.damaged_at && !isStale(blob.verified_at);
    },
  };
};

const isStale = (verifiedAt: Date): boolean => Date.now() - verifiedAt.getTime() > STALE_MS;

interface Layout {
  readonly pieces: readonly Piece[];
  readonly extents: readonly { readonly cid: CID; readonly offset: number; readonly sizeBytes: number }[];
}

/** Returns a blob's layout from the index: its blocks and the repeated leaves of its files. */
const layoutOf = async (db: Db, blobId: string): Promise<Layout> => {
  const blocks = await db
    .selectFrom("block")
    .select(["cid", "offset_bytes", "length_bytes"])
    .where("blob_id", "=", blobId)
    .where("bytes", "is", null)
    .execute();
  const extentRows = await db
    .selectFrom("extent")
    .select(["cid", "offset_bytes", "size_bytes"])
    .where("blob_id", "=", blobId)
    .execute();
  const pieces: Piece[] = blocks.map((row) => ({
    cid: CID.decode(row.cid),
    offset: Number(row.offset_bytes),
    sizeBytes: row.length_bytes,
  }));
  const starts = new Set(pieces.map(({ offset, sizeBytes }) => `${offset}+${sizeBytes}`));
  const extents = extentRows.map((row) => ({
    cid: CID.decode(row.cid),
    offset: Number(row.offset_bytes),
    sizeBytes: Number(row.size_bytes),
  }));
  for (const { offset, sizeBytes } of extents) {
    for (let at = 0; at < sizeBytes; at += leafBytesMax) {
      const leaf = { offset: offset + at, sizeBytes: Math.min(leafBytesMax, sizeBytes - at) };
      const key = `${leaf.offset}+${leaf.sizeBytes}`;
      if (starts.has(key)) continue;
      starts.add(key);
      pieces.push({ ...leaf, cid: undefined });
    }
  }
  return { pieces: pieces.toSorted((a, b) => a.offset - b.offset), extents };
};

const repeatedLeaf = async (
  { extents }: Layout,
  offset: number,
  leafAt: (file: CID, fileBytes: number, at: number) => Promise<CID | undefined>,
): Promise<CID | undefined> => {
  for (const extent of extents) {
    if (offset < extent.offset || offset >= extent.offset + extent.sizeBytes) continue;
    const cid = await leafAt(extent.cid, extent.sizeBytes, offset - extent.offset);
    if (cid) return cid;
  }
  return undefined;
};

function* windowsOf(pieces: readonly Piece[]): Generator<readonly Piece[]> {
  let window: Piece[] = [];
  for (const piece of pieces) {
    const start = window[0]?.offset ?? piece.offset;
    if (window.length > 0 && piece.offset + piece.sizeBytes - start > WINDOW_BYTES) {
      yield window;
      window = [];
    }
    window.push(piece);
  }
  if (window.length > 0) yield window;
}

const isRight = async ({ cid }: Piece, bytes: Uint8Array, leaves: ReadonlySet<string>): Promise<boolean> => {
  const own = bytes as Uint8Array<ArrayBuffer>;
  if (cid) return isSame(await digestLater(cid.multihash.code, own), cid.multihash.digest);
  return leaves.has(digestKey((await digestLater(SHA_256, own))!));
};

const SHA_256 = 0x12;
const digestKey = (digest: Uint8Array): string => Buffer.from(digest).toString("latin1");

const placeOf = ({ offset, sizeBytes }: Piece) => ({ offset, sizeBytes });

const soundFrom = async (source: BlockSource | undefined, block: MissingBlock): Promise<Uint8Array | undefined> => {
  const bytes = await source?.(block);
  return bytes && matches(block.cid, bytes) ? bytes : undefined;
};

const note = async (db: Db, report: BlobReport): Promise<BlobReport> => {
  const isDamaged = report.state === "damaged";
  await db
    .updateTable("blob")
    .set({
      verified_at: new Date(),
      checking_until: null,
      damaged_at: isDamaged ? sql<Date>`coalesce(damaged_at, now())` : null,
    })
    .where("id", "=", report.blobId)
    .execute();
  return report;
};

/** Some blocks in one blob. */
interface Copy {
  readonly sizeBytes: number;
  readonly pieces: Piece[];
}

/** Returns the places of these blocks by blob: a few copies of each. */
const copiesOf = async (db: Db, cids: readonly CID[]): Promise<Map<string, Copy>> => {
  const copies = new Map<string, Copy>();
  for (const part of chunked(cids, CIDS_PER_QUERY)) {
    const { rows } = await sql<CopyRow>`
      select copy.*, blob.size_bytes as blob_bytes
      from unnest(${part.map(cidKey)}::bytea[]) as wanted (cid)
      cross join lateral (
        select cid, blob_id, offset_bytes, length_bytes from block
        where block.cid = wanted.cid and bytes is null
        limit ${COPIES_MAX}
      ) as copy
      join blob on blob.id = copy.blob_id
    `.execute(db);
    for (const row of rows) {
      const copy = copies.get(row.blob_id) ?? { sizeBytes: Number(row.blob_bytes), pieces: [] };
      copy.pieces.push({ cid: CID.decode(row.cid), offset: Number(row.offset_bytes), sizeBytes: row.length_bytes });
      copies.set(row.blob_id, copy);
    }
  }
  for (const { pieces } of copies.values()) pieces.sort((a, b) => a.offset - b.offset);
  return copies;
};

interface CopyRow {
  readonly cid: Buffer;
  readonly blob_id: string;
  readonly offset_bytes: bigint;
  readonly length_bytes: number;
  readonly blob_bytes: bigint;
}

/** Returns the blocks of a tree whose files are in an open file; its nodes need not be written yet. */
export const blocksOfTree = (handle: FileHandle, tree: Pick<Tree, "blocks" | "nodes" | "dataBytes">): BlockSource => {
  const places = new Map(tree.blocks.map((block) => [cidText(block.cid), block]));
  const nodes = Buffer.concat(tree.nodes);
  return async ({ cid }) => {
    const place = places.get(cidText(cid));
    if (!place || place.bytes) return place?.bytes;
    const inNodes = place.offset - tree.dataBytes;
    if (inNodes >= 0 && nodes.length > 0) return nodes.subarray(inNodes, inNodes + place.sizeBytes);
    const bytes = Buffer.alloc(place.sizeBytes);
    const { bytesRead } = await handle.read(bytes, 0, place.sizeBytes, place.offset);
    return bytesRead === place.sizeBytes ? bytes : undefined;
  };
};
