/** Finds blocks and their bytes in blobs or in the database. Caches frequently read blocks. */
import type { CID } from "multiformats/cid";
import type { Db } from "../../database/database.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "./blob-store.ts";
import { createCache } from "./cache.ts";
import { cidText, inlineBytes, isNode, matches } from "../dag/cid.ts";
import { placeOfBlock, placesOfBlocks, placesOfFiles, type Place } from "./places.ts";

const CACHE_BYTES = 48 * 1024 * 1024;
/** Larger blocks are not cached, and larger files not compared with their CIDs. Slightly above the 256 KiB chunks of other software. */
export const CACHED_BLOCK_BYTES_MAX = 257 * 1024;
const CACHED_PLACES_MAX = 50_000;
const READS_AT_ONCE = 32;

export type StoredBytes = ReturnType<typeof createStoredBytes>;

export const createStoredBytes = (db: Db, store: BlobStore) => {
  const blockPlaces = createCache<Place>(CACHED_PLACES_MAX, () => 1);
  const filePlaces = createCache<Place>(CACHED_PLACES_MAX, () => 1);
  const byteCache = createCache<Uint8Array>(CACHE_BYTES, (bytes) => bytes.length + 100);

  const cacheBytes = async (cid: CID, bytes: Uint8Array): Promise<void> => {
    if (!matches(cid, bytes))
      throw new Error(`The database is damaged: the stored bytes do not match ${cid.toString()}.`);
    await byteCache.get(cidText(cid), async () => bytes);
  };

  const blockPlace = (cid: CID): Promise<Place | undefined> =>
    blockPlaces.get(cidText(cid), async () => {
      const placed = await placeOfBlock(db, cid);
      // The caller will read the bytes next.
      if (placed?.bytes) await cacheBytes(cid, placed.bytes);
      return placed?.place;
    });

  /** Returns the place of a contiguous file; for a node, only if this engine laid it out. */
  const filePlace = (cid: CID): Promise<Place | undefined> =>
    isNode(cid)
      ? filePlaces.get(cidText(cid), async () => (await placesOfFiles(db, [cid])).get(cidText(cid)))
      : blockPlace(cid);

  /** Reads a block from the database. */
  const bytesInDatabase = async (cid: CID): Promise<Uint8Array> => {
    const cached = byteCache.peek(cidText(cid));
    if (cached) return cached;
    const placed = await placeOfBlock(db, cid);
    if (!placed?.bytes) throw new BlobMissing(cid.toString());
    await cacheBytes(cid, placed.bytes);
    return placed.bytes;
  };

  const bytesAt = async (cid: CID, place: Place): Promise<Uint8Array> => {
    if (place.sizeBytes === 0) return new Uint8Array();
    if (!place.blobId) return bytesInDatabase(cid);
    const range = { start: place.offset, end: place.offset + place.sizeBytes - 1 };
    const bytes = await store.bytes(place.blobId, range);
    if (!matches(cid, bytes)) throw new BlobDamaged(place.blobId, `its bytes do not match ${cid.toString()}`);
    return bytes;
  };

  /** Runs `use`, and once more if another process removed the blob after its place was cached. */
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
      blockPlaces.delete(cidText(cid));
      filePlaces.delete(cidText(cid));
      const moved = await find(cid);
      return moved && use(moved);
    }
  };

  const block = async (cid: CID): Promise<Uint8Array | undefined> => {
    const inMemory = inlineBytes(cid) ?? byteCache.peek(cidText(cid));
    if (inMemory) return inMemory;
    const bytes = await withPlace(cid, blockPlace, (place) => bytesAt(cid, place));
    return bytes && bytes.length <= CACHED_BLOCK_BYTES_MAX ? byteCache.get(cidText(cid), async () => bytes) : bytes;
  };

  /** Looks the block up once more if its blob was removed after its place was read. */
  const bytesAtOrMoved = async (cid: CID, place: Place): Promise<Uint8Array | undefined> => {
    try {
      return await bytesAt(cid, place);
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      return block(cid);
    }
  };

  return {
    blockPlace,
    filePlace,
    bytesInDatabase,
    /** Returns the bytes of a small file, verified against its CID; undefined for a larger or missing file. */
    async smallFile(cid: CID): Promise<Uint8Array | undefined> {
      if (isNode(cid)) return undefined;
      const place = inlineBytes(cid) ? undefined : await blockPlace(cid);
      return !place || place.sizeBytes <= CACHED_BLOCK_BYTES_MAX ? block(cid) : undefined;
    },
    withPlace,
    block,
    /** Returns blocks in the requested order; undefined for missing ones. Looks up their places unless they are known. */
    async manyBlocks(cids: readonly CID[], known?: ReadonlyMap<string, Place>): Promise<(Uint8Array | undefined)[]> {
      if (cids.length === 1 && !known) return [await block(cids[0]!)];
      const places = known ?? (await placesOfBlocks(db, cids));
      const results: (Uint8Array | undefined)[] = [];
      for (let start = 0; start < cids.length; start += READS_AT_ONCE) {
        const reads = cids.slice(start, start + READS_AT_ONCE).map(async (cid) => {
          const place = places.get(cidText(cid));
          return inlineBytes(cid) ?? (place && bytesAtOrMoved(cid, place));
        });
        results.push(...(await Promise.all(reads)));
      }
      return results;
    },
    /** Caches a small file that was just recorded, since it is likely to be read soon. */
    remember({ cid, bytes }: { readonly cid: string; readonly bytes?: Uint8Array }): void {
      if (!bytes) return;
      void blockPlaces.get(cid, async () => ({ blobId: undefined, offset: 0, sizeBytes: bytes.length }));
      // A copy: the bytes may be a small part of a large buffer.
      void byteCache.get(cid, async () => new Uint8Array(bytes));
    },
    /** Looks up several places at once to cache them. */
    async warm(cids: readonly CID[]): Promise<void> {
      const absent = cids.filter((cid) => !inlineBytes(cid) && !blockPlaces.peek(cidText(cid)));
      if (absent.length < 2) return;
      for (const [key, place] of await placesOfBlocks(db, absent)) await blockPlaces.get(key, async () => place);
    },
    /** Clears the caches after a large blob was removed. */
    clear(): void {
      for (const cache of [blockPlaces, filePlaces, byteCache]) cache.clear();
    },
    /** Removes one deleted block from the caches. */
    forgetBlock(cid: CID): void {
      blockPlaces.delete(cidText(cid));
      filePlaces.delete(cidText(cid));
      byteCache.delete(cidText(cid));
    },
  };
};
