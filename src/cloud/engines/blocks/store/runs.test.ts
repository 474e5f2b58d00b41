import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { keyStream } from "../../../../../tests/support/ipfs/unixfs.ts";
import { cidText, smallLeafCid } from "../dag/cid.ts";
import { BlobMissing, type ByteRange } from "./blob-store.ts";
import type { Place } from "./places.ts";
import { inRuns } from "./runs.ts";

const KiB = 1024;
const frame = Buffer.alloc(40, 1);

/** Blocks of these sizes, one after another as in a CAR file; returns what was read of the file, and which blocks were looked up. */
const carOf = (sizes: readonly number[]) => {
  const contents = sizes.map((size, index) => keyStream(`block ${index}`)(size));
  const cids = contents.map(smallLeafCid);
  const file = Buffer.concat(contents.flatMap((bytes) => [frame, bytes]));
  const places = new Map<string, Place>();
  let offset = 0;
  for (const [index, { length }] of contents.entries()) {
    offset += frame.length;
    places.set(cidText(cids[index]!), { blobId: "car", offset, sizeBytes: length });
    offset += length;
  }
  const reads: ByteRange[] = [];
  const lookedUp: number[] = [];
  const isGone = { now: false };
  const indexOf = (cid: CID): number => cids.findIndex((each) => each.equals(cid));
  const source = inRuns(
    {
      warm: async () => undefined,
      blockPlace: async (cid) => places.get(cidText(cid)),
      block: async (cid) => {
        lookedUp.push(indexOf(cid));
        return contents[indexOf(cid)];
      },
    },
    {
      bytes: async (id, range) => {
        if (isGone.now) throw new BlobMissing(id);
        reads.push(range);
        return Uint8Array.from(file.subarray(range.start, range.end + 1));
      },
    },
  );
  const readAll = async (order: readonly number[] = [...sizes.keys()]): Promise<void> => {
    await source.warm(order.map((index) => cids[index]!));
    for (const index of order)
      expect(Buffer.from((await source.block(cids[index]!))!).equals(contents[index]!)).toBe(true);
  };
  return { cids, places, reads, lookedUp, isGone, readAll };
};

test("blocks that follow one another are read together, at most 1 MiB at once", async () => {
  const { reads, lookedUp, readAll } = carOf(Array.from({ length: 16 }, () => 256 * KiB));
  await readAll();
  // Three of them and their frames are below 1 MiB.
  expect(reads.map(({ start, end }) => end + 1 - start)).toEqual(Array.from({ length: 5 }, () => 768 * KiB + 80));
  expect(lookedUp).toEqual([15]);
});

test("a block in the database, or one before the last, is looked up", async () => {
  const { cids, places, reads, lookedUp, readAll } = carOf([100, 200, 300, 400, 500]);
  places.set(cidText(cids[2]!), { blobId: undefined, offset: 0, sizeBytes: 300 });
  await readAll();
  expect([reads.length, lookedUp]).toEqual([2, [2]]);

  const backwards = carOf([100, 200, 300]);
  await backwards.readAll([2, 1, 0]);
  expect([backwards.reads, backwards.lookedUp]).toEqual([[], [2, 1, 0]]);
});

test("blocks of a blob that was removed are looked up again", async () => {
  const { isGone, lookedUp, readAll } = carOf([100, 200, 300]);
  isGone.now = true;
  await readAll();
  expect(lookedUp).toEqual([0, 1, 2]);
});
