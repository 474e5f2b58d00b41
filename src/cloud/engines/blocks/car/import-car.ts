/** Imports CAR files: the file itself becomes the blob, and its blocks are indexed in place. */
import { randomUUID } from "node:crypto";
import { open, rm, type FileHandle } from "node:fs/promises";
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import type { Db, Trx } from "../../database/database.ts";
import type { BlobStore } from "../store/blob-store.ts";
import { findBlobs } from "../store/blob-rows.ts";
import type { Blocks, CarRoot } from "../blocks.ts";
import { CarInvalid, readCar, type CarBlock } from "./car-file.ts";
import { cidText, inlineBytes, isNode } from "../dag/cid.ts";
import { inlineNodes, type FetchBlocks } from "../dag/find-nodes.ts";
import {
  bytesOfKey,
  cidOfKey,
  countFiles,
  graphKey,
  storedBytesOf,
  walkGraph,
  type FindNodes,
  type GraphKey,
  graphNodeOf,
  type GraphNode,
} from "../dag/graph.ts";
import { chunked } from "../chunked.ts";
import { createPlanner, partsIn, type NewRoot } from "../plan.ts";
import { PartMissing } from "../roots/record.ts";
import { inlineRoot } from "../roots/hold.ts";
import { recordRoots, type NewBlob } from "../roots/record-roots.ts";
import type { BlockSource, Content, Verifier } from "../verify.ts";
import { UnreadableNode } from "../dag/nodes.ts";

const ROWS_PER_INSERT = 10_000;
const ATTEMPTS_MAX = 10;
/** Maximum bytes of a CAR outside of its roots: stored, but charged to nobody. */
const WASTE_BYTES = 1024 * 1024;
const WASTE_SHARE = 0.1;
/** Length of a CID with its prefix, and some padding. */
const FRAME_BYTES = 100;

interface ImportCarDeps {
  readonly db: Db;
  readonly store: BlobStore;
  readonly repairKnown: Verifier["repairKnown"];
  readonly fetchBlocks: FetchBlocks;
}

interface Survey {
  readonly roots: readonly CarRoot[];
  readonly planned: readonly NewRoot[];
  /** The file's blocks that are below complete roots. */
  readonly used: ReadonlySet<GraphKey>;
}

export const createImportCar =
  ({ db, store, repairKnown, fetchBlocks }: ImportCarDeps): Blocks["importCar"] =>
  async (stagingFile, { roots: requestedRoots, entriesMax, usable }) => {
    const handle = await open(stagingFile, "r+");
    try {
      const index = await indexCar(handle);
      const blobId = randomUUID();
      const cids = requestedRoots ? requestedRoots.map((cid) => CID.parse(cid)) : index.roots;
      const look = (from: Db): Promise<Survey> =>
        survey(from, fetchBlocks, { cids, index, blobId, entriesMax, usable });
      const first = await look(db);
      refuseWaste(index, first);
      const hasComplete = first.roots.some(({ isComplete }) => isComplete);
      for (const { cid, isComplete } of first.roots)
        if (isComplete) await repairKnown(contentOf(CID.parse(cid), first.used, index), blocksOfCar(handle, index));
      if (hasComplete) {
        await handle.sync();
        await store.keep(stagingFile, blobId);
      }
      await rm(stagingFile, { force: true });
      return {
        roots: first.roots,
        blockCount: index.blocks.size,
        record: (trx) => record(trx, first, look, newBlob(blobId, index)),
        async settle() {
          if (hasComplete && (await findBlobs(db, [blobId])).size === 0) await store.remove(blobId);
        },
      };
    } finally {
      await handle.close();
    }
  };

const contentOf = (root: CID, used: ReadonlySet<GraphKey>, { blocks, fileBytes }: CarIndex): Content => {
  const own = [...used].map((key) => ({ cid: cidOfKey(key), sizeBytes: blocks.get(key)!.node.blockBytes }));
  const sizeBytes = own.reduce((sum, block) => sum + block.sizeBytes, 0);
  return { root, blocks: own, sizeBytes: Math.min(sizeBytes, fileBytes) };
};

const blocksOfCar =
  (handle: FileHandle, { blocks }: CarIndex): BlockSource =>
  async ({ cid }) => {
    const block = blocks.get(graphKey(cid));
    if (!block) return undefined;
    const bytes = Buffer.alloc(block.node.blockBytes);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, block.offset);
    return bytesRead === bytes.length ? bytes : undefined;
  };

const survey = async (
  db: Db,
  fetchBlocks: FetchBlocks,
  {
    cids,
    index,
    blobId,
    entriesMax,
    usable,
  }: Pick<Parameters<Blocks["importCar"]>[1], "entriesMax" | "usable"> & {
    readonly cids: readonly CID[];
    readonly index: CarIndex;
    readonly blobId: string;
  },
): Promise<Survey> => {
  const planner = createPlanner({ db, fetchBlocks, entriesMax });
  const find: FindNodes = async (keys, levelsLeft) => {
    const found = inlineNodes(keys);
    for (const key of keys) {
      const block = index.blocks.get(key);
      if (block) found.set(key, { node: block.node });
    }
    const absent = keys.filter((key) => !found.has(key));
    const usableTexts = absent.length > 0 ? await usable?.(db, absent.map(cidOfKey)) : undefined;
    const elsewhere = await planner.partsAmong(
      usableTexts ? absent.filter((key) => usableTexts.has(cidText(cidOfKey(key)))) : absent,
      levelsLeft,
    );
    for (const entry of elsewhere) found.set(...entry);
    return found;
  };
  const roots: CarRoot[] = [];
  const planned: NewRoot[] = [];
  const used = new Set<GraphKey>();
  for (const key of new Set(cids.map(graphKey))) {
    const cid = cidText(cidOfKey(key));
    const { found, missing } = await walkGraph(key, find);
    if (missing !== undefined) {
      roots.push({ cid, isComplete: false, missing: cidText(cidOfKey(missing)), fileCount: 0, sizeBytes: 0 });
      continue;
    }
    const inline = inlineRoot(key, entriesMax);
    if (inlineBytes(cidOfKey(key)) && !inline)
      throw new CarInvalid("A root that holds its own bytes and links to further blocks can't be stored.");
    if (inline) {
      roots.push({ cid, isComplete: true, fileCount: inline.fileCount, sizeBytes: inline.sizeBytes });
      continue;
    }
    const { fileCount, sizeBytes: readBytes } = await countFiles(key, found, entriesMax);
    const sizeBytes = Math.max(readBytes, storedBytesOf(found.values()));
    roots.push({ cid, isComplete: true, fileCount, sizeBytes });
    if (index.blocks.has(key)) planned.push({ key, blobId, fileCount, sizeBytes, parts: partsIn(found) });
    for (const each of found.keys()) if (index.blocks.has(each)) used.add(each);
  }
  return { roots, planned: [...planner.roots, ...planned], used };
};

const refuseWaste = (index: CarIndex, { roots, used }: Survey): void => {
  if (!roots.some(({ isComplete }) => isComplete)) return;
  let usedBytes = 0;
  for (const key of used) usedBytes += index.blocks.get(key)!.node.blockBytes + FRAME_BYTES;
  const wasted = index.fileBytes - usedBytes;
  if (wasted > Math.max(WASTE_BYTES, index.fileBytes * WASTE_SHARE))
    throw new CarInvalid("Too much of the CAR file belongs to none of its complete roots.");
};

/** Blocks found while reading the file may have been deleted in the meantime; then they are looked up again. */
const record = async (trx: Trx, first: Survey, look: (from: Db) => Promise<Survey>, blob: NewBlob): Promise<void> => {
  const promised = first.roots.filter(({ isComplete }) => isComplete);
  if (promised.length === 0) throw new Error("The CAR file has no complete root.");
  let now = first;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const lost = promised.find(({ cid }) => !now.roots.some((root) => root.cid === cid && root.isComplete));
    if (lost) throw new PartMissing(CID.parse(lost.cid));
    const keys = promised.map(({ cid }) => graphKey(CID.parse(cid)));
    const inline = new Map(keys.map((key) => [key, inlineRoot(key, Infinity)]));
    const keep = keys.filter((key) => !inline.get(key));
    if (await recordRoots(trx, { planned: now.planned, keep, newBlob: blob })) {
      for (const root of inline.values()) await root?.record(trx);
      return;
    }
    now = await look(trx);
  }
  throw new PartMissing(CID.parse(promised[0]!.cid));
};

const newBlob = (id: string, { fileBytes, blocks }: CarIndex): NewBlob => ({
  id,
  async record(trx) {
    const inserted = await trx
      .insertInto("blob")
      .values({ id, size_bytes: BigInt(fileBytes), block_count: blocks.size, created_at: new Date() })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) return;
    for (const rows of chunked([...blocks], ROWS_PER_INSERT)) {
      await sql`
        insert into block (cid, blob_id, offset_bytes, length_bytes, file_bytes)
        select cid, ${id}, starts, length, file_bytes
        from unnest(
          ${rows.map(([key]) => bytesOfKey(key))}::bytea[], ${rows.map(([, { offset }]) => offset)}::int8[],
          ${rows.map(([, { node }]) => node.blockBytes)}::int4[], ${rows.map(([, { fileBytes }]) => fileBytes ?? null)}::int8[]
        ) as rows (cid, starts, length, file_bytes)
      `.execute(trx);
    }
  },
  async forget(trx) {
    await trx.deleteFrom("blob").where("id", "=", id).execute();
  },
});

/** With more blocks, the index alone would fill the memory. */
const BLOCKS_MAX = 1_000_000;

interface IndexedBlock {
  readonly offset: number;
  readonly node: GraphNode;
  /** File size of a dag-pb file node. */
  readonly fileBytes: number | undefined;
}

interface CarIndex {
  readonly roots: readonly CID[];
  readonly blocks: ReadonlyMap<GraphKey, IndexedBlock>;
  readonly fileBytes: number;
}

/** Indexes the place and links of each block of a CAR file. Throws `CarInvalid`. */
const indexCar = async (handle: FileHandle): Promise<CarIndex> => {
  const { roots, blocks: read } = await readCar(handle);
  const blocks = new Map<GraphKey, IndexedBlock>();
  for await (const block of read) {
    const key = graphKey(block.cid);
    if (blocks.has(key)) continue;
    if (blocks.size === BLOCKS_MAX) throw new CarInvalid(`The CAR file contains more than ${BLOCKS_MAX} blocks.`);
    blocks.set(key, indexed(block));
  }
  return { roots, blocks, fileBytes: (await handle.stat()).size };
};

const indexed = ({ cid, offset, bytes }: CarBlock): IndexedBlock => {
  try {
    const node = graphNodeOf(cid, bytes);
    return { offset, node, fileBytes: isNode(cid) && node.kind === "file" ? node.fileBytes : undefined };
  } catch (error) {
    if (!(error instanceof UnreadableNode)) throw error;
    throw new CarInvalid(`The CAR file contains an invalid block. ${error.message}`, { cause: error });
  }
};
