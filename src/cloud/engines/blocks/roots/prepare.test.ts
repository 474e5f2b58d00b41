import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { describe, expect, test } from "vitest";
import { testBlocks, type TestBlocks } from "../../../../../tests/support/ipfs/blocks.ts";
import { ipip499 } from "../../../../../tests/support/ipfs/ipip-499.ts";
import { keyStream, referenceCid } from "../../../../../tests/support/ipfs/unixfs.ts";
import { queryCounter } from "../../../../../tests/support/database/queries.ts";
import { smallFileBytesMax, wholeFileBytesMax, type PreparedFile } from "../blocks.ts";

const MiB = 1024 * 1024;
const limit = smallFileBytesMax;

const stage = async ({ blocks }: TestBlocks, name: string, bytes: Uint8Array): Promise<string> => {
  const path = blocks.stagingPath(name);
  await writeFile(path, bytes);
  return path;
};

const record = async ({ database }: TestBlocks, prepared: PreparedFile): Promise<CID> => {
  await database.db.transaction().execute((trx) => prepared.record(trx));
  await prepared.settle();
  return CID.parse(prepared.cid);
};

const contentOf = async ({ blocks }: TestBlocks, cid: CID): Promise<Buffer> => buffer(await blocks.read(cid));

const filesOf = async ({ dataDir }: TestBlocks): Promise<{ blobs: string[]; staging: string[] }> => ({
  blobs: await readdir(join(dataDir, "blobs")),
  staging: await readdir(join(dataDir, "staging")),
});

describe("small files", () => {
  test.each([0, 1, limit - 1, limit])("a file of %i bytes is stored only in the database", async (length) => {
    const store = await testBlocks();
    const bytes = keyStream("small")(length);
    const cid = await record(store, await store.blocks.prepareBytes(bytes));
    expect(cid.toString()).toBe(await referenceCid([{ path: "f", content: bytes }]));
    expect(await filesOf(store)).toEqual({ blobs: [], staging: [] });
    expect(await store.blocks.totals()).toEqual({ blocks: 1, files: 1, storedBytes: length });

    const blocks = await store.reopen();
    expect(await blocks.resolve(cid, [])).toEqual({ cid, type: "raw", sizeBytes: length });
    expect((await buffer(await blocks.read(cid))).equals(bytes)).toBe(true);
    expect(Buffer.from((await blocks.block(cid))!).equals(bytes)).toBe(true);
  });

  test("ranges are read and poured like those of any other file", async () => {
    const store = await testBlocks();
    const bytes = keyStream("parts")(5000);
    const cid = await record(store, await store.blocks.prepareBytes(bytes));
    const part = await buffer(await store.blocks.read(cid, { start: 17, end: 4000 }));
    expect(part.equals(bytes.subarray(17, 4001))).toBe(true);
    const poured: Buffer[] = [];
    await store.blocks.pour(cid, { start: 4000, end: 4999 }, async (piece) => void poured.push(Buffer.from(piece)));
    expect(Buffer.concat(poured).equals(bytes.subarray(4000))).toBe(true);
    await expect(store.blocks.read(cid, { start: 0, end: 5000 })).rejects.toBeInstanceOf(RangeError);
  });

  test("a transaction that is rolled back leaves nothing", async () => {
    const store = await testBlocks();
    const prepared = await store.blocks.prepareBytes(Buffer.from("never"));
    const failing = store.database.db.transaction().execute(async (trx) => {
      await prepared.record(trx);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await prepared.settle();
    expect(await store.blocks.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
  });

  test("the same bytes are stored once, also concurrently and in one transaction", async () => {
    const store = await testBlocks();
    const { blocks, database } = store;
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => blocks.prepareBytes(Buffer.from(`${index % 4}`))),
    );
    await Promise.all(
      [many, many.toReversed(), many].map((files) =>
        database.db.transaction().execute((trx) => blocks.recordAll(trx, files)),
      ),
    );
    expect(await blocks.totals()).toEqual({ blocks: 4, files: 4, storedBytes: 4 });
  });

  test("a dropped small file is deleted immediately, including from the cache", async () => {
    const store = await testBlocks();
    const cid = await record(store, await store.blocks.prepareBytes(Buffer.from("soon gone")));
    await contentOf(store, cid);
    await store.blocks.forget(cid.toString());
    expect(await store.blocks.block(cid)).toBeUndefined();
    await expect(store.blocks.read(cid)).rejects.toThrow("is stored here");
  });

  test("a small file is stored again if its duplicate was deleted while it was recorded", async () => {
    const store = await testBlocks();
    const { blocks, database } = store;
    const prepared = await blocks.prepareBytes(Buffer.from("twin"));
    await record(store, prepared);
    const dropping = await database.db.startTransaction().execute();
    await blocks.seizeRoot(dropping, prepared.cid);
    await blocks.dropRoots(dropping, [prepared.cid]);
    const recording = database.db.transaction().execute((trx) => prepared.record(trx));
    await dropping.commit().execute();
    await recording;
    expect((await contentOf(store, CID.parse(prepared.cid))).toString()).toBe("twin");
  });

  test("a small staging file moves to the database", async () => {
    const store = await testBlocks();
    const path = await stage(store, "upload", Buffer.from("hello"));
    const cid = await record(store, await store.blocks.prepareFile(path));
    expect(await filesOf(store)).toEqual({ blobs: [], staging: [] });
    expect((await contentOf(store, cid)).toString()).toBe("hello");
  });
});

describe("files of at most 256 KiB that are not small", () => {
  test.each([limit + 1, 64 * 1024, wholeFileBytesMax])(
    "a file of %i bytes is written from memory to a blob, without a staging file",
    async (length) => {
      const store = await testBlocks();
      const bytes = keyStream("medium")(length);
      const cid = await record(store, await store.blocks.prepareBytes(bytes));
      expect(cid.toString()).toBe(await referenceCid([{ path: "f", content: bytes }]));
      const { blobs, staging } = await filesOf(store);
      expect([blobs.length, staging]).toEqual([1, []]);
      expect((await readFile(join(store.dataDir, "blobs", blobs[0]!))).equals(bytes)).toBe(true);
      expect(await store.blocks.totals()).toEqual({ blocks: 1, files: 1, storedBytes: length });
      expect((await contentOf({ ...store, blocks: await store.reopen() }, cid)).equals(bytes)).toBe(true);
    },
  );

  test("a larger one is rejected", async () => {
    const { blocks } = await testBlocks();
    await expect(blocks.prepareBytes(Buffer.alloc(wholeFileBytesMax + 1))).rejects.toBeInstanceOf(RangeError);
  });

  test("the same bytes are stored once, also concurrently and in any order", async () => {
    const store = await testBlocks();
    const { blocks, database } = store;
    const contents = Array.from({ length: 8 }, (_, index) => keyStream(`medium ${index % 4}`)(limit + 10));
    const prepare = (): Promise<PreparedFile[]> => Promise.all(contents.map((bytes) => blocks.prepareBytes(bytes)));
    const batches = [await prepare(), (await prepare()).toReversed(), await prepare()];
    await Promise.all(batches.map((files) => database.db.transaction().execute((trx) => blocks.recordAll(trx, files))));
    for (const file of batches.flat()) await file.settle();
    expect(await blocks.totals()).toEqual({ blocks: 4, files: 4, storedBytes: 4 * (limit + 10) });
    expect((await filesOf(store)).blobs).toHaveLength(4);
  });

  test("the blob of new bytes stays without a query; a copy's, and that of a failed attempt, is removed", async () => {
    const store = await testBlocks();
    const { blocks, database } = store;
    const queriesFor = queryCounter(database);
    const bytes = keyStream("once")(limit + 10);
    const prepare = () => blocks.prepareBytes(bytes);
    const write = (file: PreparedFile) => database.db.transaction().execute((trx) => blocks.recordAll(trx, [file]));
    const [failed, first, copy] = [await prepare(), await prepare(), await prepare()];
    const failing = database.db.transaction().execute(async (trx) => {
      await blocks.recordAll(trx, [failed]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await write(first);
    expect(await queriesFor(() => first.settle(true))).toBe(0);
    await write(failed);
    await failed.settle(true);
    await write(copy);
    await copy.settle(true);
    expect((await filesOf(store)).blobs).toEqual([first.blobId]);
    expect((await contentOf(store, CID.parse(first.cid))).equals(bytes)).toBe(true);
  });

  test("what can't be written leaves no file", async () => {
    const store = await testBlocks();
    await rm(join(store.dataDir, "blobs"), { recursive: true });
    await expect(store.blocks.prepareBytes(Buffer.alloc(limit + 1))).rejects.toMatchObject({ code: "ENOENT" });
    await mkdir(join(store.dataDir, "blobs"));
    expect(await filesOf(store)).toEqual({ blobs: [], staging: [] });
  });
});

describe("large files", () => {
  test("the file becomes the blob unchanged: nothing is copied or appended", async () => {
    const store = await testBlocks();
    const bytes = keyStream("large")(2 * MiB + 5);
    const path = await stage(store, "upload", bytes);
    const { ino } = await stat(path);
    const cid = await record(store, await store.blocks.prepareFile(path));
    const { blobs, staging } = await filesOf(store);
    expect(staging).toEqual([]);
    const blob = await stat(join(store.dataDir, "blobs", blobs[0]!));
    expect([blob.ino, blob.size, blobs.length]).toEqual([ino, bytes.length, 1]);
    expect((await contentOf({ ...store, blocks: await store.reopen() }, cid)).equals(bytes)).toBe(true);
    expect(await store.blocks.block(cid)).toBeDefined();
  });

  test("a stored file leaves no second blob", async () => {
    const store = await testBlocks();
    const bytes = keyStream("twice")(MiB + 1);
    for (const name of ["a", "b"]) await record(store, await store.blocks.prepareFile(await stage(store, name, bytes)));
    expect((await filesOf(store)).blobs).toHaveLength(1);
  });
});

test("dropping one file keeps the cache entries of others", async () => {
  const store = await testBlocks();
  const { blocks, database } = store;
  const [stored, dropped] = await Promise.all(
    ["kept", "dropped"].map(async (name) => {
      const path = await stage(store, name, keyStream(name)(100_000));
      return record(store, await blocks.prepareFile(path));
    }),
  );
  const contents = await Promise.all([stored!, dropped!].map((cid) => contentOf(store, cid)));
  expect(contents.map(({ length }) => length)).toEqual([100_000, 100_000]);
  await blocks.forget(dropped!.toString());
  await expect(contentOf(store, dropped!)).rejects.toThrow("is stored here");
  // Without its index, only cached content can be read.
  await database.pool.query("alter table block rename to block_away");
  expect((await contentOf(store, stored!)).equals(contents[0]!)).toBe(true);
  await database.pool.query("alter table block_away rename to block");
});

describe("joined files", () => {
  const sizes = [[MiB, MiB], [5 * MiB, 3, 5 * MiB, 1], [0, 2 * MiB + 7, 0], [10, 20], [], [3 * MiB + 1], [100]];

  test.each(sizes.map((parts) => [parts]))("parts of %j bytes get the CID of the whole", async (lengths) => {
    const store = await testBlocks();
    const whole = keyStream("joined")(lengths.reduce((sum, length) => sum + length, 0));
    let start = 0;
    const paths: string[] = [];
    for (const [index, length] of lengths.entries()) {
      paths.push(await stage(store, `part-${index}`, whole.subarray(start, start + length)));
      start += length;
    }
    const prepared = await store.blocks.prepareJoined(paths);
    expect(prepared.cid).toBe(await referenceCid([{ path: "f", content: whole }]));
    expect(prepared.sizeBytes).toBe(whole.length);
    expect(await record(store, prepared)).toBeDefined();
    expect((await contentOf(store, CID.parse(prepared.cid))).equals(whole)).toBe(true);
    expect(await Promise.all(paths.map(async (path) => (await readFile(path)).length))).toEqual(lengths);
    // "Complete" is called again after a crash: the parts are unchanged.
    expect((await store.blocks.prepareJoined(paths)).cid).toBe(prepared.cid);
  });

  test("a single part is not copied", async () => {
    const store = await testBlocks();
    const path = await stage(store, "only", keyStream("only")(MiB + 1));
    await record(store, await store.blocks.prepareJoined([path]));
    const [blob] = (await filesOf(store)).blobs;
    expect((await stat(join(store.dataDir, "blobs", blob!))).ino).toBe((await stat(path)).ino);
  });

  test("unrecorded files are removed, and half-joined files of a crash are swept at the start", async () => {
    const store = await testBlocks();
    const paths = [await stage(store, "a", Buffer.alloc(MiB)), await stage(store, "b", Buffer.alloc(MiB))];
    await (await store.blocks.prepareJoined(paths)).settle();
    await stage(store, "joined-half", Buffer.alloc(5));
    await store.reopen();
    expect(await filesOf(store)).toEqual({ blobs: [], staging: ["a", "b"] });
  });
});

/** Sizes around every boundary of the layout, and some random ones. */
const sizes = [
  MiB - 1,
  MiB,
  MiB + 1,
  2 * MiB,
  ...Array.from(keyStream("sizes")(8), (byte, index) => byte ** 2 * (index + 1) * 13),
];

test("files of any size get the reference importer's CID, however they are split into parts", async () => {
  const store = await testBlocks();
  for (const size of sizes) {
    const content = keyStream(`size ${size}`)(size);
    const cid = await referenceCid([{ path: "f", content }]);
    expect((await store.blocks.prepareFile(await stage(store, "whole", content))).cid).toBe(cid);
    const cut = Math.floor(size / 3);
    const pieces = [content.subarray(0, cut), content.subarray(cut, cut + 1), content.subarray(cut + 1)];
    const paths = await Promise.all(pieces.map((piece, index) => stage(store, `piece-${index}`, piece)));
    expect((await store.blocks.prepareJoined(paths)).cid).toBe(cid);
  }
});

const quickBytes = 64 * MiB;
const vectors = ipip499.find(({ profile }) => profile === "unixfs-v1-2025")!;

test.each(vectors.files.filter(({ sizeBytes }) => sizeBytes < quickBytes))(
  "IPIP-499: $title gets the CID of the standard, however it is imported",
  async ({ parts, cid }) => {
    const store = await testBlocks();
    const pieces = [...parts()];
    const whole = Buffer.concat(pieces);
    const paths = await Promise.all(pieces.map((piece, index) => stage(store, `piece-${index}`, Buffer.from(piece))));
    expect((await store.blocks.prepareJoined(paths)).cid).toBe(cid);
    expect((await store.blocks.prepareFile(await stage(store, "whole", whole))).cid).toBe(cid);
    if (whole.length <= wholeFileBytesMax) expect((await store.blocks.prepareBytes(whole)).cid).toBe(cid);
  },
);
