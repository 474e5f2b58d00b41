import { randomUUID } from "node:crypto";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import * as dagCbor from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import * as dagPb from "@ipld/dag-pb";
import * as raw from "multiformats/codecs/raw";
import { create } from "multiformats/hashes/digest";
import { sha512 } from "multiformats/hashes/sha2";
import { beforeAll, describe, expect, test } from "vitest";
import { testBlocks, type TestBlocks } from "../../../../../tests/support/ipfs/blocks.ts";
import { recordCar, smallChunks, smallSite, takeCar } from "../../../../../tests/support/ipfs/stored-car.ts";
import { blockOf, carOf, identityCid, importedDag, rawBlock } from "../../../../../tests/support/ipfs/dag.ts";
import { keyStream } from "../../../../../tests/support/ipfs/unixfs.ts";
import type { PreparedCar } from "../blocks.ts";
import { CarInvalid } from "./car-file.ts";
import { TreeTooLarge } from "../dag/tree-too-large.ts";

let store: TestBlocks;
beforeAll(async () => void (store = await testBlocks()));

const take = (car: Uint8Array, options = {}, on = store): Promise<PreparedCar> => takeCar(on, car, options);
const record = (car: PreparedCar, on = store): Promise<void> => recordCar(on, car);

describe("an imported CAR", () => {
  test("becomes the blob unchanged, with every block and file stored", async () => {
    const on = await testBlocks();
    const { root, blocks: siteBlocks } = await smallSite();
    const path = on.blocks.stagingPath("upload");
    const bytes = await carOf([root], siteBlocks);
    await writeFile(path, bytes);
    const { ino } = await stat(path);
    const car = await on.blocks.importCar(path, { entriesMax: 100 });
    const storedBytes = siteBlocks.reduce((sum, block) => sum + block.bytes.length, 0);
    expect(car.roots).toEqual([{ cid: root.toString(), isComplete: true, fileCount: 2, sizeBytes: storedBytes }]);
    await record(car, on);
    const blobs = await readdir(join(on.dataDir, "blobs"));
    expect(blobs).toHaveLength(1);
    expect((await stat(join(on.dataDir, "blobs", blobs[0]!))).ino).toBe(ino);
    expect(await readdir(join(on.dataDir, "staging"))).toEqual([]);
    const blocks = await on.reopen();
    for (const block of siteBlocks)
      expect(Buffer.from((await blocks.block(block.cid))!).equals(block.bytes)).toBe(true);
    const file = (await blocks.resolve(root, ["a.txt"]))!;
    expect((await buffer(await blocks.read(file.cid))).equals(keyStream("a")(35))).toBe(true);
    await blocks.forget(root.toString());
    expect(await blocks.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
    expect(await readdir(join(on.dataDir, "blobs"))).toEqual([]);
  });

  test("may be of version 2", async () => {
    const { root, blocks } = await smallSite();
    const inner = await carOf([root], blocks);
    const header = Buffer.alloc(40);
    header.writeBigUInt64LE(51n + 9n, 16);
    header.writeBigUInt64LE(BigInt(inner.length), 24);
    const pragma = Buffer.from("0aa16776657273696f6e02", "hex");
    const car = await take(Buffer.concat([pragma, header, Buffer.alloc(9), inner, Buffer.from("an index")]));
    expect(car.roots).toMatchObject([{ cid: root.toString(), isComplete: true }]);
    await record(car);
    expect(await store.blocks.list(root)).toHaveLength(2);
  });

  test("reports an incomplete root and its missing block; only the other roots are recorded", async () => {
    const [present, absent] = [await rawBlock(randomUUID()), await rawBlock(randomUUID())];
    const whole = await blockOf(dagCbor.code, dagCbor.encode([present.cid, "whole"]));
    const partial = await blockOf(dagCbor.code, dagCbor.encode([present.cid, absent.cid]));
    const car = await take(await carOf([whole.cid, partial.cid], [whole, partial, present]));
    expect(car.roots).toMatchObject([
      { cid: whole.cid.toString(), isComplete: true, fileCount: 1 },
      { cid: partial.cid.toString(), isComplete: false, missing: absent.cid.toString() },
    ]);
    await record(car);
    expect(await store.blocks.hold(whole.cid, 10)).toBeDefined();
    expect(await store.blocks.hold(partial.cid, 10)).toBeUndefined();
  });

  test("stores nothing if its only root is incomplete", async () => {
    const on = await testBlocks();
    const absent = await rawBlock("gone");
    const root = await blockOf(dagCbor.code, dagCbor.encode([absent.cid]));
    const car = await take(await carOf([root.cid], [root]), {}, on);
    await expect(record(car, on)).rejects.toThrow("complete");
    await car.settle();
    expect(await on.blocks.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
    expect(await readdir(join(on.dataDir, "blobs"))).toEqual([]);
  });

  test("may omit stored blocks, which stay as long as the root", async () => {
    const held = await store.blocks.prepareBytes(Buffer.from(randomUUID()));
    await store.database.db.transaction().execute(held.record);
    const root = await blockOf(dagCbor.code, dagCbor.encode({ held: CID.parse(held.cid) }));
    const car = await take(await carOf([root.cid], [root]));
    expect(car.roots).toMatchObject([{ isComplete: true }]);
    await record(car);
    await store.blocks.forget(held.cid);
    expect(await store.blocks.has(CID.parse(held.cid))).toBe(true);
    await store.blocks.forget(root.cid.toString());
    await store.blocks.forget(held.cid);
    expect(await store.blocks.has(CID.parse(held.cid))).toBe(false);
  });

  test("is rejected in the transaction if omitted blocks were dropped in the meantime", async () => {
    const held = await store.blocks.prepareBytes(Buffer.from(randomUUID()));
    await store.database.db.transaction().execute(held.record);
    const root = await blockOf(dagCbor.code, dagCbor.encode({ held: CID.parse(held.cid) }));
    const car = await take(await carOf([root.cid], [root]));
    await store.blocks.forget(held.cid);
    await expect(record(car)).rejects.toThrow(root.cid.toString());
    await car.settle();
    expect(await store.blocks.has(root.cid)).toBe(false);
  });

  test("uses the existing blob the second time, even concurrently", async () => {
    const on = await testBlocks();
    const { root, blocks } = await smallSite();
    const bytes = await carOf([root], blocks);
    const cars = await Promise.all([take(bytes, {}, on), take(bytes, {}, on), take(bytes, {}, on)]);
    await Promise.all(cars.map((car) => record(car, on)));
    await record(await take(bytes, {}, on), on);
    expect(await readdir(join(on.dataDir, "blobs"))).toHaveLength(1);
  });

  test("can be imported with roots that differ from its header", async () => {
    const block = await rawBlock(randomUUID());
    const car = await take(await carOf([], [block]), { roots: [block.cid.toString()] });
    expect(car.roots).toMatchObject([{ cid: block.cid.toString(), isComplete: true }]);
  });

  test("a file is charged for its stored bytes, even if it states a shorter length", async () => {
    const { root, blocks } = await importedDag([{ path: "f", content: keyStream("short")(500) }], smallChunks);
    const stored = blocks.reduce((sum, block) => sum + block.bytes.length, 0);
    expect((await take(await carOf([root], blocks))).roots[0]!.sizeBytes).toBe(stored);
  });
});

describe("a CAR is rejected with a message", () => {
  const good = async (): Promise<Buffer> => carOf([(await rawBlock("x")).cid], [await rawBlock("x")]);
  const refused = async (car: Uint8Array, text: string): Promise<void> => {
    const error: unknown = await take(car).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CarInvalid);
    expect((error as Error).message).toContain(text);
  };

  test("when it is another format", async () => {
    await refused(Buffer.alloc(0), "truncated");
    await refused(Buffer.of(1), "not a CAR");
    await refused(Buffer.from("<!doctype html><title>no CAR</title>"), "not a CAR");
    await refused(keyStream("noise")(5000), "CAR file");
  });

  test("when it is truncated at any position", async () => {
    const car = await good();
    for (let length = 1; length < car.length; length++) {
      const error: unknown = await take(car.subarray(0, length)).catch((thrown: unknown) => thrown);
      // A CAR may end between two blocks: then only the block is missing.
      if (!(error instanceof CarInvalid)) expect((error as PreparedCar).roots).toMatchObject([{ isComplete: false }]);
    }
  });

  test("when a block does not match its CID", async () => {
    const car = await good();
    car[car.length - 1]! ^= 1;
    await refused(car, "does not match its CID");
  });

  test("when a hash function is unknown", async () => {
    const cid = CID.createV1(raw.code, create(0x1e, Buffer.alloc(32)));
    await refused(await carOf([cid], [{ cid, bytes: Buffer.from("x") }]), "hash function (0x1e)");
  });

  test("when a codec is unknown", async () => {
    const block = await blockOf(0x78, Buffer.from("git"));
    await refused(await carOf([block.cid], [block]), "codec 0x78");
  });

  test("when a block is larger than 4 MiB", async () => {
    const block = await blockOf(raw.code, Buffer.alloc(4 * 1024 * 1024 + 1000));
    await refused(await carOf([block.cid], [block]), "larger than 4 MiB");
  });

  test("when a block is invalid for its codec, at any nesting depth", async () => {
    const block = await blockOf(dagCbor.code, Buffer.alloc(1024 * 1024, 0x81));
    await refused(await carOf([block.cid], [block]), "not valid dag-cbor");
  });

  test("when most of it belongs to none of its roots", async () => {
    const [root, ballast] = [await rawBlock("root"), await blockOf(raw.code, keyStream("ballast")(2 * 1024 * 1024))];
    await refused(await carOf([root.cid], [root, ballast]), "belongs to none");
  });

  test("when its header is endless", async () => {
    await refused(Buffer.from("ffffff7f", "hex"), "not a CAR");
    await refused(Buffer.from("ffffffffffffffffffff", "hex"), "invalid block length");
  });

  test("when it has too many entries", async () => {
    const { root, blocks } = await smallSite();
    await expect(take(await carOf([root], blocks), { entriesMax: 2 })).rejects.toBeInstanceOf(TreeTooLarge);
  });
});

test("blocks with other hash functions are imported, identity CIDs are skipped", async () => {
  const bytes = Buffer.from("sha2-512");
  const cid = CID.createV1(raw.code, await sha512.digest(bytes));
  const inline = identityCid(raw.code, Buffer.from("inline"));
  const root = await blockOf(dagCbor.code, dagCbor.encode([cid, inline]));
  await record(await take(await carOf([root.cid], [root, { cid, bytes }])));
  expect(Buffer.from((await store.blocks.block(cid))!).toString()).toBe("sha2-512");
  expect(Buffer.from((await store.blocks.block(inline))!).toString()).toBe("inline");
});

test("an identity CID is a separate root, alone or beside others; with links it is refused", async () => {
  const inline = identityCid(raw.code, Buffer.from("a root inside"));
  const alone = await take(await carOf([inline], [{ cid: inline, bytes: Buffer.from("a root inside") }]));
  expect(alone.roots).toEqual([{ cid: inline.toString(), isComplete: true, fileCount: 1, sizeBytes: 13 }]);
  await record(alone);
  expect(await store.blocks.hold(inline, 10)).toMatchObject({ sizeBytes: 13 });
  const other = await rawBlock("beside it");
  const both = await take(await carOf([inline, other.cid], [other]));
  await record(both);
  expect(both.roots.map(({ isComplete }) => isComplete)).toEqual([true, true]);
  expect(Buffer.from((await store.blocks.block(other.cid))!).toString()).toBe("beside it");
  const linking = identityCid(dagPb.code, dagPb.encode({ Links: [{ Name: "a", Hash: other.cid, Tsize: 9 }] }));
  await expect(take(await carOf([linking], [other]))).rejects.toBeInstanceOf(CarInvalid);
});
