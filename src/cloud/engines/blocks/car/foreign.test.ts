import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import * as dagCbor from "@ipld/dag-cbor";
import * as dagJson from "@ipld/dag-json";
import * as dagPb from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import { fixedSize, rabin } from "ipfs-unixfs-importer/chunker";
import { balanced, flat, trickle } from "ipfs-unixfs-importer/layout";
import type { ImporterOptions } from "ipfs-unixfs-importer";
import { CID } from "multiformats/cid";
import * as json from "multiformats/codecs/json";
import * as raw from "multiformats/codecs/raw";
import { beforeAll, describe, expect, test } from "vitest";
import { testBlocks, type TestBlocks } from "../../../../../tests/support/ipfs/blocks.ts";
import {
  blockOf,
  carOf,
  dagPbBytes,
  directoryOf,
  identityCid,
  importedDag,
  rawBlock,
  type Dag,
  type DagBlock,
} from "../../../../../tests/support/ipfs/dag.ts";
import { keyStream } from "../../../../../tests/support/ipfs/unixfs.ts";

let store: TestBlocks;
beforeAll(async () => void (store = await testBlocks()));

const store1 = async (root: CID, ...blocks: readonly DagBlock[]): Promise<CID> => storeDag({ root, blocks });

const storeDag = async ({ root, blocks }: Dag): Promise<CID> => {
  const path = store.blocks.stagingPath(randomUUID());
  await writeFile(path, await carOf([root], blocks));
  const car = await store.blocks.importCar(path, { entriesMax: 10_000 });
  expect(car.roots).toMatchObject([{ cid: root.toV1().toString(), isComplete: true }]);
  await store.database.db.transaction().execute((trx) => car.record(trx));
  await car.settle();
  return root;
};

const layouts: readonly (readonly [string, ImporterOptions])[] = [
  ["as Kubo does by default: CIDv0, dag-pb leaves of 256 KiB", { profile: "unixfs-v0-2015" }],
  ["with raw leaves under CIDv1", { cidVersion: 1, rawLeaves: true, chunker: fixedSize({ chunkSize: 65_536 }) }],
  [
    "as a trickle of small chunks",
    { layout: trickle({ maxChildrenPerNode: 3, layerRepeat: 2 }), chunker: fixedSize({ chunkSize: 4000 }) },
  ],
  [
    "in many levels",
    { layout: balanced({ maxChildrenPerNode: 3 }), chunker: fixedSize({ chunkSize: 3001 }), rawLeaves: false },
  ],
  [
    "flat, cut by content",
    { layout: flat(), chunker: rabin({ minChunkSize: 1000, avgChunkSize: 4096, maxChunkSize: 9000 }) },
  ],
  ["with leaves of type raw", { leafType: "raw", rawLeaves: false, chunker: fixedSize({ chunkSize: 100_000 }) }],
];

describe.each(layouts)("a file laid out by other software, %s", (_, options) => {
  const content = keyStream("foreign")(600_011);

  test("reads back unchanged, whole and in any range, and is listed with its size", async () => {
    const root = await storeDag(
      await importedDag([{ path: "dir/f.bin", content }], { ...options, wrapWithDirectory: true }),
    );
    const { blocks } = store;
    const file = (await blocks.resolve(root, ["dir", "f.bin"]))!;
    expect(file.sizeBytes).toBe(content.length);
    expect((await buffer(await blocks.read(file.cid))).equals(content)).toBe(true);
    const dir = (await blocks.resolve(root, ["dir"]))!;
    expect(dir.type).toBe("directory");
    expect(await blocks.list(dir.cid)).toMatchObject([{ name: "f.bin", type: "file", sizeBytes: content.length }]);
    for (const [start, end] of [
      [0, 0],
      [600_010, 600_010],
      [3999, 4000],
      [262_143, 262_144],
      [1, 599_999],
      [123_456, 234_567],
    ] as const) {
      const part = await buffer(await blocks.read(file.cid, { start, end }));
      expect(part.equals(content.subarray(start, end + 1))).toBe(true);
      const poured: Buffer[] = [];
      await blocks.pour(file.cid, { start, end }, async (piece) => void poured.push(Buffer.from(piece)));
      expect(Buffer.concat(poured).equals(part)).toBe(true);
    }
    const beyond = { start: 0, end: 600_011 };
    await expect(blocks.read(file.cid, beyond)).rejects.toBeInstanceOf(RangeError);
    await expect(blocks.pour(file.cid, beyond, async () => undefined)).rejects.toBeInstanceOf(RangeError);
  });
});

test.each([
  ["an empty file", 0],
  ["a file of one leaf", 77],
])("%s as CIDv0 is also found under its CIDv1", async (_, length) => {
  const content = keyStream("one")(length);
  const root = await storeDag(await importedDag([{ path: "f", content }], { profile: "unixfs-v0-2015" }));
  for (const cid of [root, root.toV1()]) {
    expect(await store.blocks.resolve(cid, [])).toMatchObject({ type: "file", sizeBytes: length });
    expect((await buffer(await store.blocks.read(cid))).equals(content)).toBe(true);
    expect(await store.blocks.has(cid)).toBe(true);
  }
});

test.each([1, 3, 4, 8])("in a sharded directory of 2^%i slots every name is found", async (shardFanoutBits) => {
  const names = Array.from({ length: 300 }, (_, index) => `file ${index}.txt`);
  const entries = names.map((name) => ({ path: name, content: Buffer.from(name) }));
  const options = { shardFanoutBits, shardSplitThresholdBytes: 1, wrapWithDirectory: true };
  const root = await storeDag(await importedDag(entries, options));
  const { blocks } = store;
  expect((await blocks.list(root)).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const name of names) {
    const file = await blocks.resolve(root, [name]);
    expect((await buffer(await blocks.read(file!.cid))).toString()).toBe(name);
  }
  expect(await blocks.resolve(root, ["file 300.txt"])).toBeUndefined();
});

test("files in identity CIDs are listed and read, raw or as dag-pb", async () => {
  const inRaw = identityCid(raw.code, Buffer.from("raw inside"));
  const node = dagPbBytes(new UnixFS({ type: "file", data: Buffer.from("node inside") }), []);
  const inNode = identityCid(dagPb.code, node);
  const dir = await directoryOf([
    { name: "a", cid: inRaw },
    { name: "b", cid: inNode },
  ]);
  await store1(dir.cid, dir);
  expect(await store.blocks.list(dir.cid)).toMatchObject([
    { name: "a", type: "file", sizeBytes: 10 },
    { name: "b", type: "file", sizeBytes: 11 },
  ]);
  const b = (await store.blocks.resolve(dir.cid, ["b"]))!;
  expect(b).toMatchObject({ type: "file", sizeBytes: 11 });
  expect((await buffer(await store.blocks.read(b.cid))).toString()).toBe("node inside");
  expect((await buffer(await store.blocks.read(b.cid, { start: 5, end: 10 }))).toString()).toBe("inside");
});

test("a symbolic link reads as its target, as gateways show it", async () => {
  const link = await blockOf(dagPb.code, dagPbBytes(new UnixFS({ type: "symlink", data: Buffer.from("../x") }), []));
  await store1(link.cid, link);
  expect((await buffer(await store.blocks.read(link.cid))).toString()).toBe("../x");
  expect((await store.blocks.links(link.cid))!.type).toBe("symlink");
});

test("data inside of nodes precedes their links", async () => {
  const [left, right] = [await rawBlock("left "), await rawBlock("right")];
  const unixfs = new UnixFS({ type: "file", data: Buffer.from("inline "), blockSizes: [5n, 5n] });
  const root = await blockOf(dagPb.code, dagPbBytes(unixfs, [left, right]));
  await store1(root.cid, root, left, right);
  expect((await buffer(await store.blocks.read(root.cid))).toString()).toBe("inline left right");
  expect((await buffer(await store.blocks.read(root.cid, { start: 5, end: 9 }))).toString()).toBe("e lef");
});

test("a file whose nodes lie about their sizes ends in an error, not in other bytes", async () => {
  const leaf = await rawBlock("12345");
  const root = await blockOf(dagPb.code, dagPbBytes(new UnixFS({ type: "file", blockSizes: [9n] }), [leaf]));
  await store1(root.cid, root, leaf);
  await expect(buffer(await store.blocks.read(root.cid))).rejects.toThrow("wrong length");
});

test("a directory built to be endless is rejected", async () => {
  const inner = await blockOf(
    dagPb.code,
    dagPbBytes(new UnixFS({ type: "hamt-sharded-directory", fanout: 256n, hashType: 0x22n }), []),
  );
  const unixfs = new UnixFS({ type: "hamt-sharded-directory", fanout: 256n, hashType: 0x22n });
  const twice = [
    { name: "00", cid: inner.cid },
    { name: "01", cid: inner.cid },
  ];
  const root = await blockOf(dagPb.code, dagPbBytes(unixfs, twice));
  await store1(root.cid, root, inner);
  await expect(store.blocks.list(root.cid)).rejects.toThrow("twice");
});

describe("blocks of other codecs", () => {
  test("are returned unchanged, and paths resolve through their links", async () => {
    const other = await rawBlock("a picture");
    const file = await importedDag([{ path: "f.txt", content: Buffer.from("in a folder") }], {
      profile: "unixfs-v0-2015",
      wrapWithDirectory: true,
    });
    const inner = await blockOf(dagJson.code, dagJson.encode({ folder: file.root }));
    const root = await blockOf(
      dagCbor.code,
      dagCbor.encode({ name: "NFT", media: [{ image: other.cid }], inner: inner.cid }),
    );
    await store1(root.cid, root, inner, other, ...file.blocks);
    const { blocks } = store;
    expect(Buffer.from((await blocks.block(root.cid))!).equals(root.bytes)).toBe(true);
    expect(await blocks.resolve(root.cid, [])).toMatchObject({ type: "raw", sizeBytes: root.bytes.length });
    expect((await buffer(await blocks.read(root.cid))).equals(root.bytes)).toBe(true);
    expect((await blocks.resolve(root.cid, ["media", "0", "image"]))?.cid.equals(other.cid)).toBe(true);
    const text = await blocks.resolve(root.cid, ["inner", "folder", "f.txt"]);
    expect((await buffer(await blocks.read(text!.cid))).toString()).toBe("in a folder");
    expect(await blocks.resolve(root.cid, ["name"])).toBeUndefined();
    expect(await blocks.links(root.cid)).toMatchObject({
      codec: "dag-cbor",
      links: [
        { name: "inner", sizeBytes: inner.bytes.length },
        { name: "media/0/image", sizeBytes: 9 },
      ],
    });
  });

  test.each([
    ["json", json.code, Buffer.from('{"a":1}')],
    ["cbor", 0x51, Buffer.from([0xa0])],
  ])("%s contains no links", async (codec, code, bytes) => {
    const block = await blockOf(code, bytes);
    await store1(block.cid, block);
    expect(await store.blocks.links(block.cid)).toEqual({ codec, blockBytes: bytes.length, links: [] });
  });
});
