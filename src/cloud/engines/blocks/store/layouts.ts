/**
 * Remembers where a blob contains the bytes of files that other software laid out. Such a file is then read like a contiguous one:
 * without looking up and decoding its blocks.
 */
import type { CID } from "multiformats/cid";
import { cidText } from "../dag/cid.ts";
import { BlobMissing, type BlobStore, type ByteRange } from "./blob-store.ts";
import { createCache } from "./cache.ts";
import type { Place } from "./places.ts";

/** Part of a file: its bytes from `at` are those of the blob from `from`. */
interface Part {
  readonly at: number;
  readonly from: number;
  readonly sizeBytes: number;
}

interface Layout {
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly parts: readonly Part[];
}

/** Those of 13 GB of files in blocks of 256 KiB. */
const PARTS_MAX = 50_000;
/** Bytes between two parts, which are read and dropped: lengths, CIDs, and nodes with links. */
const GAP_BYTES_MAX = 64 * 1024;

export const createLayouts = (store: Pick<BlobStore, "pour">) => {
  const cached = createCache<Layout>(PARTS_MAX, ({ parts }) => parts.length);
  return {
    delete: (cid: CID): void => cached.delete(cidText(cid)),
    clear: (): void => cached.clear(),
    /** Follows a whole file block by block. `keep` remembers its layout if the blocks are in one blob and in order. */
    trace() {
      const parts: Part[] = [];
      let blobId: string | undefined;
      let isPlain = true;
      let length = 0;
      return {
        /** `content`: the part of the block's `bytes` that is the file's. */
        add(place: Place | undefined, bytes: Uint8Array, content: Uint8Array): void {
          blobId ??= place?.blobId;
          const from = (place?.offset ?? 0) + content.byteOffset - bytes.byteOffset;
          const last = parts.at(-1);
          const gap = last ? from - last.from - last.sizeBytes : 0;
          isPlain &&= place?.blobId !== undefined && place.blobId === blobId && content.buffer === bytes.buffer;
          isPlain &&= gap >= 0 && gap <= GAP_BYTES_MAX;
          if (isPlain) parts.push({ at: length, from, sizeBytes: content.length });
          length += content.length;
        },
        async keep(cid: CID): Promise<void> {
          if (!isPlain || blobId === undefined) return;
          const layout = { blobId, sizeBytes: length, parts };
          await cached.get(cidText(cid), async () => layout);
        },
      };
    },
    /** Like `pour` of the store, for a file. Returns false, without passing any bytes, if the range is not known or its blob is gone. */
    async pour(cid: CID, { start, end }: ByteRange, take: (bytes: Uint8Array) => Promise<void>): Promise<boolean> {
      const layout = cached.peek(cidText(cid));
      if (!layout || end >= layout.sizeBytes) return false;
      const { blobId, parts } = layout;
      let index = parts.findLastIndex(({ at }) => at <= start);
      const blobByte = (at: number): number => {
        const part = parts.findLast((one) => one.at <= at)!;
        return part.from + at - part.at;
      };
      const range = { start: blobByte(start), end: blobByte(end) };
      let position = range.start;
      let isBegun = false;
      try {
        await store.pour(blobId, range, async (bytes) => {
          isBegun = true;
          const until = position + bytes.length;
          // What is between parts is cut out in place: several writes to a socket cost more than moving the bytes.
          let length = 0;
          for (let part = parts[index]; part && part.from < until; part = parts[index]) {
            const partEnd = part.from + part.sizeBytes;
            const [first, last] = [Math.max(0, part.from - position), Math.min(bytes.length, partEnd - position)];
            if (first !== length) bytes.copyWithin(length, first, last);
            length += last - first;
            if (partEnd > until) break;
            index += 1;
          }
          if (length > 0) await take(bytes.subarray(0, length));
          position = until;
        });
      } catch (error) {
        if (isBegun || !(error instanceof BlobMissing)) throw error;
        cached.delete(cidText(cid));
        return false;
      }
      return true;
    },
  };
};
