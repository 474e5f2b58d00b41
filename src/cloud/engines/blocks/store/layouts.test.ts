import { expect, test } from "vitest";
import { keyStream } from "../../../../../tests/support/ipfs/unixfs.ts";
import { smallLeafCid } from "../dag/cid.ts";
import { BlobMissing, type ByteRange } from "./blob-store.ts";
import { createLayouts } from "./layouts.ts";

const cid = smallLeafCid(Buffer.from("the file"));

/** A blob of which a file has these parts, each after a frame, and is read in pieces of `pieceBytes`. */
const blobOf = async (sizes: readonly number[], pieceBytes: number) => {
  const contents = sizes.map((size, index) => keyStream(`part ${index}`)(size));
  const frame = Buffer.alloc(7, 1);
  const blob = Buffer.concat(contents.flatMap((bytes) => [frame, bytes]));
  const reads: ByteRange[] = [];
  const fault = { afterBytes: Infinity };
  const layouts = createLayouts({
    async pour(id, { start, end }, take) {
      reads.push({ start, end });
      for (let at = start; at <= end; at += pieceBytes) {
        if (at - start >= fault.afterBytes) throw new BlobMissing(id);
        await take(Buffer.from(blob.subarray(at, Math.min(at + pieceBytes, end + 1))));
      }
    },
  });
  const trace = layouts.trace();
  let offset = 0;
  for (const content of contents) {
    // The block has two bytes before the file's, as a node of dag-pb.
    const block = Buffer.concat([frame, content]).subarray(frame.length - 2);
    trace.add({ blobId: "blob", offset: offset + frame.length - 2, sizeBytes: block.length }, block, block.subarray(2));
    offset += frame.length + content.length;
  }
  await trace.keep(cid);
  const read = async (range: ByteRange): Promise<Buffer | false> => {
    const pieces: Buffer[] = [];
    const isDone = await layouts.pour(cid, range, async (bytes) => void pieces.push(Buffer.from(bytes)));
    return isDone && Buffer.concat(pieces);
  };
  return { file: Buffer.concat(contents), layouts, reads, fault, read };
};

test.each([3, 10, 64, 1000])(
  "every range is read at once, in pieces of %i bytes, without what is between",
  async (pieceBytes) => {
    const { file, reads, read } = await blobOf([20, 1, 33, 8], pieceBytes);
    let ranges = 0;
    for (let start = 0; start < file.length; start += 1) {
      for (let end = start; end < file.length; end += 1) {
        expect(await read({ start, end })).toEqual(file.subarray(start, end + 1));
        ranges += 1;
      }
    }
    expect(reads.length).toBe(ranges);
    expect(await read({ start: 0, end: file.length })).toBe(false);
  },
);

test("a blob that is gone is forgotten; one that goes during the read is an error", async () => {
  const { file, reads, fault, read } = await blobOf([20, 30], 10);
  const whole = { start: 0, end: file.length - 1 };
  fault.afterBytes = 10;
  await expect(read(whole)).rejects.toBeInstanceOf(BlobMissing);
  fault.afterBytes = 0;
  expect(await read(whole)).toBe(false);
  fault.afterBytes = Infinity;
  expect(await read(whole)).toBe(false);
  expect(reads.length).toBe(2);
});

test("files in several blobs, in another order, far apart or in the database are not remembered", async () => {
  const block = Buffer.alloc(100);
  const at = (blobId: string | undefined, offset: number) => ({ blobId, offset, sizeBytes: 100 });
  for (const places of [
    [at("one", 0), at("two", 100)],
    [at("one", 100), at("one", 0)],
    [at("one", 0), at("one", 200_000)],
    [at("one", 0), at(undefined, 0)],
    [undefined, at("one", 0)],
  ]) {
    const layouts = createLayouts({ pour: async () => undefined });
    const trace = layouts.trace();
    for (const place of places) trace.add(place, block, block);
    await trace.keep(cid);
    expect(await layouts.pour(cid, { start: 0, end: 9 }, async () => undefined)).toBe(false);
  }
});
