import { writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import * as dagCbor from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { queryCounter } from "../../../../../tests/support/database/queries.ts";
import { testBlocks, testFolder } from "../../../../../tests/support/ipfs/blocks.ts";
import * as dagPb from "@ipld/dag-pb";
import * as raw from "multiformats/codecs/raw";
import {
  blockOf,
  carOf,
  directoryOf,
  identityCid,
  rawBlock,
  type DagBlock,
} from "../../../../../tests/support/ipfs/dag.ts";
import { recordCar, takeCar } from "../../../../../tests/support/ipfs/stored-car.ts";
import { keyStream, writeFiles, type Files } from "../../../../../tests/support/ipfs/unixfs.ts";
import { PartMissing } from "./record.ts";
import { TreeTooDeep, TreeTooLarge } from "../dag/tree-too-large.ts";

const site: Files = {
  "index.html": "home",
  "docs/index.html": "docs",
  "docs/deep/video.bin": keyStream("video")(3 * 1024 * 1024 + 17),
};

const imported = async () => {
  const store = await testBlocks();
  const folder = await testFolder();
  await writeFiles(folder, site);
  const { cid } = await store.blocks.importFolder(folder);
  const docs = (await store.blocks.resolve(CID.parse(cid), ["docs"]))!.cid;
  return { ...store, root: cid, docs };
};

test("a held folder stays complete when the tree around it is forgotten, and is deleted when it is forgotten itself", async () => {
  const { blocks, reopen, root, docs } = await imported();
  const storedBefore = await blocks.totals();
  const held = await blocks.hold(docs, 100);
  expect(held).toEqual({ cid: docs.toString(), fileCount: 2, sizeBytes: 4 + 3 * 1024 * 1024 + 17 });
  expect(await blocks.hold(docs, 100)).toEqual(held);
  expect((await blocks.totals()).storedBytes).toBe(storedBefore.storedBytes);

  await blocks.forget(root);
  const again = await reopen();
  const video = (await again.resolve(docs, ["deep", "video.bin"]))!;
  expect((await buffer(await again.read(video.cid))).equals(Buffer.from(site["docs/deep/video.bin"]!))).toBe(true);

  await again.forget(docs.toString());
  expect(await again.block(docs)).toBeUndefined();
  expect(await again.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
});

test("an identity CID is held without further blocks, as a file or a folder; an IPNS key is no content", async () => {
  const { blocks, reopen } = await imported();
  const file = identityCid(raw.code, Buffer.from("inside"));
  const folder = identityCid(dagPb.code, dagPb.encode({ Data: Uint8Array.from([8, 1]), Links: [] }));
  expect(await blocks.hold(file, 100)).toEqual({ cid: file.toString(), fileCount: 1, sizeBytes: 6 });
  expect(await blocks.hold(folder, 100)).toMatchObject({ cid: folder.toString(), fileCount: 0 });
  expect(await blocks.hold(file, 100)).toMatchObject({ sizeBytes: 6 });
  expect(await blocks.hold(identityCid(0x72, Buffer.from("key")), 100)).toBeUndefined();
  const again = await reopen();
  expect((await buffer(await again.read(file))).toString()).toBe("inside");
  expect((await again.totals()).files).toBe((await blocks.totals()).files);
  await again.forget(file.toString());
});

test("content that is not stored can't be held", async () => {
  const { blocks } = await imported();
  const elsewhere = CID.parse("bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe");
  expect(await blocks.hold(elsewhere, 100)).toBeUndefined();
});

test("a folder with too many entries is rejected", async () => {
  const { blocks, docs } = await imported();
  await expect(blocks.hold(docs, 2)).rejects.toBeInstanceOf(TreeTooLarge);
});

test("a file, or a single leaf of one, stays when the folder around it is forgotten", async () => {
  const { blocks, reopen, root } = await imported();
  const video = (await blocks.resolve(CID.parse(root), ["docs", "deep", "video.bin"]))!.cid;
  const leaf = CID.parse((await blocks.links(video))!.links[1]!.cid);
  expect(await blocks.hold(video, 100)).toMatchObject({ fileCount: 1, sizeBytes: 3 * 1024 * 1024 + 17 });
  expect(await blocks.hold(leaf, 100)).toMatchObject({ fileCount: 1, sizeBytes: 1024 * 1024 });
  await blocks.forget(root);
  const again = await reopen();
  expect((await buffer(await again.read(video))).equals(Buffer.from(site["docs/deep/video.bin"]!))).toBe(true);
  await again.forget(video.toString());
  expect((await again.block(leaf))!.length).toBe(1024 * 1024);
  await again.forget(leaf.toString());
  expect(await again.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
});

test("a folder protects its files in other blobs, roots or not, and releases them all", async () => {
  const { blocks, database, root, docs } = await imported();
  const small = await blocks.prepareBytes(Buffer.from("small"));
  await database.db.transaction().execute(small.record);
  const top = await directoryOf([
    { name: "docs", cid: docs },
    { name: "small.txt", cid: CID.parse(small.cid) },
  ]);
  const path = blocks.stagingPath("car");
  await writeFile(path, await carOf([top.cid], [top]));
  const car = await blocks.importCar(path, { entriesMax: 100 });
  expect(car.roots).toMatchObject([{ isComplete: true, fileCount: 3 }]);
  await database.db.transaction().execute(car.record);
  await car.settle();

  for (const cid of [root, small.cid, docs.toString()]) await blocks.forget(cid);
  const video = (await blocks.resolve(top.cid, ["docs", "deep", "video.bin"]))!;
  expect((await buffer(await blocks.read(video.cid))).equals(Buffer.from(site["docs/deep/video.bin"]!))).toBe(true);
  const text = (await blocks.resolve(top.cid, ["small.txt"]))!;
  expect((await buffer(await blocks.read(text.cid))).toString()).toBe("small");

  const dropped = await database.db.transaction().execute((trx) => blocks.dropRoots(trx, [top.cid.toString()]));
  await dropped.remove();
  expect(dropped.parts.toSorted()).toEqual([docs.toString(), small.cid].toSorted());
  for (const cid of dropped.parts) await blocks.forget(cid);
  expect(await blocks.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
});

test("content dropped between planning and recording is rejected in the transaction", async () => {
  const { blocks, database, root, docs } = await imported();
  const prepared = (await blocks.prepareHold(docs, 100))!;
  await blocks.forget(root);
  await expect(database.db.transaction().execute((trx) => prepared.record(trx))).rejects.toBeInstanceOf(PartMissing);
});

/** Returns a chain of blocks from its end, which links to `end`, to its first one. */
const chainTo = async (end: CID, levels: number): Promise<DagBlock[]> => {
  const blocks: DagBlock[] = [];
  for (let next = end; blocks.length < levels; next = blocks.at(-1)!.cid)
    blocks.push(await blockOf(dagCbor.code, dagCbor.encode({ next })));
  return blocks;
};

test("the inner node of a chain of 3,000 blocks is held and looked up with a few queries", async () => {
  const { blocks, database, reopen } = await testBlocks();
  const queriesFor = queryCounter(database);
  const end = await rawBlock("end");
  const chain = await chainTo(end.cid, 3000);
  const [root, inner] = [chain.at(-1)!.cid, chain.at(-2)!.cid];
  const stored = { blocks, database };
  await recordCar(stored, await takeCar(stored, await carOf([root], [end, ...chain])));

  let held;
  const queries = await queriesFor(async () => (held = await blocks.hold(inner, 100)));
  expect(held).toMatchObject({ cid: inner.toString(), fileCount: 1 });
  expect(queries).toBeLessThan(40);
  // Which blocks belong to it is found out by the first reader without access to the whole chain.
  expect(await queriesFor(() => blocks.surveyRoot(database.db, Buffer.from(inner.bytes)))).toBeLessThan(40);
  const rootsOf = async (cid: CID) =>
    (await blocks.rootsContaining(database.db, [cid]))
      .filter(({ isCertain }) => isCertain)
      .map(({ root: key }) => CID.decode(key).toString());
  expect(await rootsOf(end.cid)).toContain(inner.toString());
  expect(await rootsOf(root)).toEqual([root.toString()]);

  await blocks.forget(root.toString());
  const again = await reopen();
  const car = await buffer(again.exportCar(inner, { scope: "all", dups: false }));
  expect(car.length).toBeGreaterThan(3000 * end.bytes.length);
  await again.forget(inner.toString());
  expect(await again.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
});

test("content that goes from one blob to another has as many levels in all", async () => {
  const { blocks, database } = await testBlocks();
  const stored = { blocks, database };
  /** Stores blocks that belong to no root, beside one that is. */
  const storeBeside = async (text: string, others: readonly DagBlock[]) => {
    const root = await rawBlock(text);
    await recordCar(stored, await takeCar(stored, await carOf([root.cid], [root, ...others])));
    return root.cid;
  };
  const end = await rawBlock("end");
  const lower = await chainTo(end.cid, 100);
  await storeBeside("one", [end, ...lower]);
  const upper = await chainTo(lower.at(-1)!.cid, 9950);
  await storeBeside("two", upper);
  await expect(blocks.hold(upper.at(-1)!.cid, 100)).rejects.toBeInstanceOf(TreeTooDeep);
  expect(await blocks.hold(upper[100]!.cid, 100)).toMatchObject({ fileCount: 1 });
});
