/** Reads trees, files and blocks out of blobs. What is asked often is answered from memory. */
import { Readable } from "node:stream";
import type { CID } from "multiformats/cid";
import type { Db } from "../database/database.ts";
import { BlobMissing, type BlobStore, type ByteRange } from "./blob-store.ts";
import type { Blocks, DirectoryEntry, EntryStat } from "./blocks.ts";
import { createCache } from "./cache.ts";
import { inlineBytes, isLeaf, isNode, matches } from "./cid.ts";
import { createDirectories } from "./directories.ts";
import { placeOfBlock, placesOfBlocks, placesOfFiles, type Place } from "./places.ts";

const KEPT_BYTES = 64 * 1024 * 1024;
/** Larger blocks are not kept in memory. */
const KEPT_BLOCK_BYTES = 256 * 1024;
const PLACES_KEPT = 100_000;
const READS_AT_ONCE = 32;

type Reader = Pick<Blocks, "resolve" | "read" | "pour" | "list" | "block"> & {
  /** Forgets what is in memory: a blob was removed. */
  clear(): void;
  /** Forgets one block: a small file was removed. */
  forgetBlock(cid: CID): void;
};

export const createReader = (db: Db, store: BlobStore): Reader => {
  const blockPlaces = createCache<Place>(PLACES_KEPT, () => 1);
  const filePlaces = createCache<Place>(PLACES_KEPT, () => 1);
  const bytesKept = createCache<Uint8Array>(KEPT_BYTES, (bytes) => bytes.length + 100);

  const keepBytes = async (cid: CID, bytes: Uint8Array): Promise<void> => {
    if (!matches(cid, bytes)) throw new Error(`The database is damaged: it has other bytes for ${cid.toString()}.`);
    await bytesKept.get(cid.toString(), async () => bytes);
  };
  /** Of a block in the database. */
  const bytesInDatabase = async (cid: CID): Promise<Uint8Array> => {
    const kept = bytesKept.peek(cid.toString());
    if (kept) return kept;
    const found = await placeOfBlock(db, cid);
    if (!found?.bytes) throw new BlobMissing(cid.toString());
    await keepBytes(cid, found.bytes);
    return found.bytes;
  };

  const blockPlace = (cid: CID): Promise<Place | undefined> =>
    blockPlaces.get(cid.toString(), async () => {
      const found = await placeOfBlock(db, cid);
      // Who asks for the place wants to read it next.
      if (found?.bytes) await keepBytes(cid, found.bytes);
      return found?.place;
    });
  const filePlace = (cid: CID): Promise<Place | undefined> =>
    isLeaf(cid)
      ? blockPlace(cid)
      : filePlaces.get(cid.toString(), async () => (await placesOfFiles(db, [cid])).get(cid.toString()));

  const bytesAt = async (cid: CID, place: Place): Promise<Uint8Array> => {
    if (place.sizeBytes === 0) return new Uint8Array();
    if (!place.blobId) return bytesInDatabase(cid);
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
        const wanted = within(place, range ?? { start: 0, end: place.sizeBytes - 1 });
        if (place.blobId) return store.stream(place.blobId, wanted);
        return Readable.from([(await bytesInDatabase(cid)).subarray(wanted.start, wanted.end + 1)]);
      });
      return stream ?? throwMissing("file", cid);
    },
    async pour(cid, range, take) {
      const inline = inlineBytes(cid);
      if (inline) return take(inline.subarray(range.start, range.end + 1));
      const done = await withPlace(cid, filePlace, async (place) => {
        const wanted = within(place, range);
        if (place.blobId) await store.pour(place.blobId, wanted, take);
        else await take((await bytesInDatabase(cid)).subarray(wanted.start, wanted.end + 1));
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
    forgetBlock(cid) {
      blockPlaces.delete(cid.toString());
      bytesKept.delete(cid.toString());
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
