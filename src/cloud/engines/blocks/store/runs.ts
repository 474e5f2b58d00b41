/** Reads the blocks of a file that other software laid out with few reads: in a CAR file, they follow one another. */
import type { BlockSource } from "../dag/file-walk.ts";
import { cidText, inlineBytes } from "../dag/cid.ts";
import { BlobMissing, type BlobStore, type ByteRange } from "./blob-store.ts";
import { createBufferPool, type BufferPool } from "./buffer-pool.ts";
import type { Place } from "./places.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** How much is read at once. */
const RUN_BYTES = 1024 * 1024;
const IDLE_BUFFERS_MAX = 32;
/** Bytes between two blocks that are read too: in a CAR file, the length and the CID. */
const GAP_BYTES_MAX = 1024;

/** Buffers for runs. Allocating memory for each costs more than reading it. */
export const runBuffers = createBufferPool(RUN_BYTES, IDLE_BUFFERS_MAX);

interface Run {
  readonly blobId: string;
  readonly start: number;
  readonly bytes: Uint8Array;
}

/**
 * Returns a source of blocks for one walk through a file. Blocks of a run are not compared with their CIDs, like the bytes of
 * contiguous files: the background verification does that. Single ones are. With `buffers`, the bytes of a block are valid until
 * the next one is read.
 */
export const inRuns = (
  stored: Pick<StoredBytes, "block" | "blockPlace" | "warm">,
  store: Pick<BlobStore, "bytes">,
  buffers?: BufferPool,
): BlockSource & { close(): void } => {
  let order: readonly (Place | undefined)[] = [];
  let positions = new Map<string, number>();
  let run: Run | undefined;
  const buffer = buffers?.take();

  const readRun = async (blobId: string, range: ByteRange): Promise<Run | undefined> => {
    try {
      return { blobId, start: range.start, bytes: await store.bytes(blobId, range, buffer) };
    } catch (error) {
      // Removed after its place was cached: each block is looked up again.
      if (error instanceof BlobMissing) return undefined;
      throw error;
    }
  };

  return {
    async warm(cids) {
      await stored.warm(cids);
      order = await Promise.all(cids.map(async (cid) => (inlineBytes(cid) ? undefined : stored.blockPlace(cid))));
      positions = new Map(cids.map((cid, position) => [cidText(cid), position]));
    },
    async block(cid) {
      const position = positions.get(cidText(cid));
      const place = position === undefined ? undefined : order[position];
      if (!place?.blobId) return stored.block(cid);
      if (!contains(run, place)) {
        const last = lastOfRun(order, position!);
        run = last === place ? undefined : await readRun(place.blobId, { start: place.offset, end: endOf(last) - 1 });
      }
      return run ? run.bytes.subarray(place.offset - run.start, endOf(place) - run.start) : stored.block(cid);
    },
    close() {
      if (buffer) buffers!.giveBack(buffer);
    },
  };
};

const endOf = ({ offset, sizeBytes }: Place): number => offset + sizeBytes;

const contains = (run: Run | undefined, place: Place): boolean =>
  run !== undefined &&
  run.blobId === place.blobId &&
  run.start <= place.offset &&
  endOf(place) <= run.start + run.bytes.length;

/** Returns the place of the last block that follows the first one without large gaps. */
const lastOfRun = (order: readonly (Place | undefined)[], first: number): Place => {
  const start = order[first]!;
  let last = start;
  for (const place of order.slice(first + 1)) {
    const gap = place?.blobId === start.blobId ? place!.offset - endOf(last) : -1;
    if (gap < 0 || gap > GAP_BYTES_MAX || endOf(place!) - start.offset > RUN_BYTES) break;
    last = place!;
  }
  return last;
};
