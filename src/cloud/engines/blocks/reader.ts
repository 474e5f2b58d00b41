/** Reads trees, files and blocks out of blobs. What is asked often is answered from memory. */
import { Readable } from "node:stream";
import type { CID } from "multiformats/cid";
import type { Db } from "../database/database.ts";
import { BlobMissing, type BlobStore, type ByteRange } from "./blob-store.ts";
import { placesOfBlocks, placesOfFiles, type Place } from "./block-index.ts";
import type { Blocks, DirectoryEntry, EntryStat } from "./blocks.ts";
import { createCache } from "./cache.ts";
import { inlineBytes, isLeaf, isNode, matches } from "./cid.ts";
import { createDirectories } from "./directories.ts";

const KEPT_BYTES = 64 * 1024 * 1024;
/** Larger blocks are not kept in memory. */
const KEPT_BLOCK_BYTES = 256 * 1024;
const PLACES_KEPT = 100_000;
const READS_AT_ONCE = 32;

type Reader = Pick<Blocks, "resolve" | "read" | "pour" | "list" | "block"> & {
  /** Forgets what is in memory: something was removed. */
  clear(): void;
};

export const createReader = (db: Db, store: BlobStore): Reader => {
  const blockPlaces = createCache<Place>(PLACES_KEPT, () => 1);
  const filePlaces = createCache<Place>(PLACES_KEPT, () => 1);
  const bytesKept = createCache<Uint8Array>(KEPT_BYTES, (bytes) => bytes.length + 100);

  const blockPlace = (cid: CID): Promise<Place | undefined> =>
    blockPlaces.get(cid.toString(), async () => (await placesOfBlocks(db, [cid])).get(cid.toString()));
  const filePlace = (cid: CID): Promise<Place | undefined> =>
    isLeaf(cid)
      ? blockPlace(cid)
      : filePlaces.get(cid.toString(), async () => (await placesOfFiles(db, [cid])).get(cid.toString()));

  const bytesAt = async (cid: CID, place: Place): Promise<Uint8Array> => {
    if (place.sizeBytes === 0) return new Uint8Array();
    const range = { start: place.offset, end: place.offset + place.sizeBytes - 1 };
    const bytes = await store.bytes(place.blobId, range);
    if (!matches(cid, bytes))
      throw new Error(`Blob ${place.blobId} is damaged: its bytes are not those of ${cid.toString()}.`);
    return bytes;
  };

  /** Runs `use`, once more if another process removed the blob since its place was remembered. */
  const withPlace = async <T>(
    cid: CID,
    find: (cid: CID) => Promise<Place | undefined>,
    use: (place: Place) => Promise<T>,
  ): Promise<T | undefined> => {
    const place = await find(cid);
    try {
      return place && (await use(place));
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      blockPlaces.delete(cid.toString());
      filePlaces.delete(cid.toString());
      const moved = await find(cid);
      return moved && use(moved);
    }
  };

  const block = async (cid: CID): Promise<Uint8Array | undefined> => {
    const known = inlineBytes(cid) ?? bytesKept.peek(cid.toString());
    if (known) return known;
    const bytes = await withPlace(cid, blockPlace, (place) => bytesAt(cid, place));
    return bytes && bytes.length <= KEPT_BLOCK_BYTES ? bytesKept.get(cid.toString(), async () => bytes) : bytes;
  };

  const manyBlocks = async (cids: readonly CID[]): Promise<(Uint8Array | undefined)[]> => {
    if (cids.length === 1) return [await block(cids[0]!)];
    const places = await placesOfBlocks(db, cids);
    const found: (Uint8Array | undefined)[] = [];
    for (let start = 0; start < cids.length; start += READS_AT_ONCE) {
      const reads = cids.slice(start, start + READS_AT_ONCE).map(async (cid) => {
        const place = places.get(cid.toString());
        return place && bytesAt(cid, place);
      });
      found.push(...(await Promise.all(reads)));
    }
    return found;
  };

  const directories = createDirectories(manyBlocks);

  const stat = async (cid: CID): Promise<EntryStat | undefined> => {
    const inline = inlineBytes(cid);
    if (inline) return isLeaf(cid) ? { cid, type: "raw", sizeBytes: inline.length } : undefined;
    if (isLeaf(cid)) {
      const place = await blockPlace(cid);
      return place && { cid, type: "raw", sizeBytes: place.sizeBytes };
    }
    if (!isNode(cid)) return undefined;
    const directory = directories.peek(cid);
    if (directory) return { cid, type: "directory", sizeBytes: directory.totalBytes };
    const file = await filePlace(cid);
    if (file) return { cid, type: "file", sizeBytes: file.sizeBytes };
    const loaded = await directories.get(cid);
    return loaded && { cid, type: "directory", sizeBytes: loaded.totalBytes };
  };

  const entryOf = (name: string, cid: CID, totalBytes: number, file: Place | undefined): DirectoryEntry => ({
    name,
    cid: cid.toString(),
    sizeBytes: file?.sizeBytes ?? totalBytes,
    type: file || isLeaf(cid) ? "file" : "directory",
  });

  return {
    block,
    async resolve(root, path) {
      let cid = root;
      for (const name of path) {
        const link = isNode(cid) ? (await directories.get(cid))?.entries.get(name) : undefined;
        if (!link) return undefined;
        cid = link.cid;
      }
      return stat(cid);
    },
    async read(cid, range) {
      const inline = inlineBytes(cid);
      if (inline) return Readable.from([range ? inline.subarray(range.start, range.end + 1) : inline]);
      const stream = await withPlace(cid, filePlace, async (place) => {
        if (place.sizeBytes === 0) return Readable.from([]);
        return store.stream(place.blobId, within(place, range ?? { start: 0, end: place.sizeBytes - 1 }));
      });
      return stream ?? throwMissing("file", cid);
    },
    async pour(cid, range, take) {
      const inline = inlineBytes(cid);
      if (inline) return take(inline.subarray(range.start, range.end + 1));
      const done = await withPlace(cid, filePlace, async (place) => {
        await store.pour(place.blobId, within(place, range), take);
        return true;
      });
      if (!done) throwMissing("file", cid);
    },
    async list(cid) {
      const directory = isNode(cid) ? await directories.get(cid) : undefined;
      if (!directory) return throwMissing("directory", cid);
      const entries = [...directory.entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const files = await placesOfFiles(
        db,
        entries.map(([, link]) => link.cid),
      );
      return entries.map(([name, link]) => entryOf(name, link.cid, link.totalBytes, files.get(link.cid.toString())));
    },
    clear() {
      for (const cache of [blockPlaces, filePlaces, bytesKept, directories]) cache.clear();
    },
  };
};

/** Where a range of a file lies in its blob. */
const within = ({ offset, sizeBytes }: Place, { start, end }: ByteRange): ByteRange => {
  if (start < 0 || start > end || end >= sizeBytes) throw new RangeError(`${start}-${end} of ${sizeBytes} bytes`);
  return { start: offset + start, end: offset + end };
};

const throwMissing = (what: string, cid: CID): never => {
  throw new Error(`This cloud does not hold a ${what} ${cid.toString()}.`);
};
