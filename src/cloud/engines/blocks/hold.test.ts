import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { testBlocks, testFolder } from "../../../../tests/support/blocks.ts";
import { keyStream, writeFiles, type Files } from "../../../../tests/support/unixfs.ts";
import { TreeTooLarge } from "./tree-too-large.ts";

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

test("a held folder of a tree stays, whole, when the tree around it is forgotten, and goes when it is forgotten itself", async () => {
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

test("what the cloud does not hold cannot be held", async () => {
  const { blocks } = await imported();
  const elsewhere = CID.parse("bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe");
  expect(await blocks.hold(elsewhere, 100)).toBeUndefined();
});

test("a folder with more entries than one takes is refused", async () => {
  const { blocks, docs } = await imported();
  await expect(blocks.hold(docs, 2)).rejects.toBeInstanceOf(TreeTooLarge);
});
