import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { beforeAll, describe, expect, test } from "vitest";
import { testBlocks, type TestBlocks } from "../../../../../tests/support/ipfs/blocks.ts";
import { ipip499 } from "../../../../../tests/support/ipfs/ipip-499.ts";
import { keyStream, referenceCid } from "../../../../../tests/support/ipfs/unixfs.ts";
import type { LinkedFile, PreparedTree } from "../blocks.ts";
import { PartMissing } from "../roots/record.ts";

const MiB = 1024 * 1024;
let store: TestBlocks;
beforeAll(async () => void (store = await testBlocks()));

const record = async ({ record, settle }: Pick<PreparedTree, "record" | "settle">, on = store): Promise<void> => {
  await on.database.db.transaction().execute(record);
  await settle();
};

/** Stores each content as a root. */
const storeFiles = async (contents: Readonly<Record<string, Uint8Array>>, on = store): Promise<LinkedFile[]> => {
  const files: LinkedFile[] = [];
  for (const [path, bytes] of Object.entries(contents)) {
    const staging = on.blocks.stagingPath(randomUUID());
    await writeFile(staging, bytes);
    const file = await on.blocks.prepareFile(staging);
    await record(file, on);
    files.push({ path, cid: file.cid, sizeBytes: bytes.length });
  }
  return files;
};

async function* stream<T>(entries: Iterable<T>): AsyncGenerator<T> {
  yield* entries;
}

const namesOf = async (cid: string, below = ""): Promise<string[]> => {
  const entries = await store.blocks.list(CID.parse(cid));
  const nested = entries.map(async ({ name, cid: child, type }) =>
    type === "directory" ? [`${below}${name}/`, ...(await namesOf(child, `${below}${name}/`))] : [`${below}${name}`],
  );
  return (await Promise.all(nested)).flat();
};

const treeOf = async (paths: readonly string[], content = "x"): Promise<PreparedTree> => {
  const [file] = await storeFiles({ "": Buffer.from(content) });
  const tree = await store.blocks.importLinks(stream(paths.map((path) => ({ ...file!, path }))));
  await record(tree);
  return tree;
};

describe("a directory of stored files", () => {
  const contents = {
    "index.html": Buffer.from("<h1>Home</h1>"),
    "empty.txt": Buffer.alloc(0),
    "docs/deep/video.bin": keyStream("video")(3 * MiB + 17),
    "docs/größe.txt": Buffer.from("ä"),
  };

  test("gets the CID of the folder imported as a whole, sizes included", async () => {
    const tree = await store.blocks.importLinks(stream(await storeFiles(contents)));
    await record(tree);
    const candidates = Object.entries(contents).map(([path, content]) => ({ path, content }));
    expect(tree.cid).toBe(await referenceCid(candidates, { wrapWithDirectory: true }));
    expect(tree.fileCount).toBe(4);
    expect(tree.sizeBytes).toBe(Object.values(contents).reduce((sum, { length }) => sum + length, 0));

    const blocks = await store.reopen();
    const video = (await blocks.resolve(CID.parse(tree.cid), ["docs", "deep", "video.bin"]))!;
    expect((await buffer(await blocks.read(video.cid))).equals(contents["docs/deep/video.bin"])).toBe(true);
  });

  test("stores only its nodes, in the database if they are few", async () => {
    const on = await testBlocks();
    const files = await storeFiles(contents, on);
    const before = await on.blocks.totals();
    const blobs = await readdir(join(on.dataDir, "blobs"));
    const tree = await on.blocks.importLinks(stream(files));
    await record(tree, on);
    expect((await on.blocks.totals()).storedBytes - before.storedBytes).toBe(tree.nodeBytes);
    expect(await readdir(join(on.dataDir, "blobs"))).toEqual(blobs);
    expect(await readdir(join(on.dataDir, "staging"))).toEqual([]);
  });

  test("protects its files from deletion and releases them when it is dropped", async () => {
    const files = await storeFiles({ a: Buffer.from("kept by the tree"), b: keyStream("b")(MiB + 3) });
    const tree = await store.blocks.importLinks(stream(files));
    await record(tree);
    const cids = files.map(({ cid }) => cid).toSorted();
    for (const { cid } of files) await store.blocks.forget(cid);
    expect((await buffer(await store.blocks.read(CID.parse(files[0]!.cid)))).toString()).toBe("kept by the tree");

    const { db } = store.database;
    const dropped = await db.transaction().execute((trx) => store.blocks.dropRoots(trx, [tree.cid]));
    await dropped.remove();
    expect(dropped.parts.toSorted()).toEqual(cids);
    for (const cid of dropped.parts) await store.blocks.forget(cid);
    expect(await store.blocks.has(CID.parse(cids[0]!))).toBe(false);
    expect(await store.blocks.has(CID.parse(tree.cid))).toBe(false);
  });

  test("is rejected if one of its files was dropped in the meantime, and leaves nothing behind", async () => {
    const files = await storeFiles({ a: Buffer.from("here at first") });
    const many = Array.from({ length: 3000 }, (_, index) => ({ ...files[0]!, path: `${index}` }));
    const before = await readdir(join(store.dataDir, "blobs"));
    const tree = await store.blocks.importLinks(stream(many));
    await store.blocks.forget(files[0]!.cid);
    await expect(record(tree)).rejects.toBeInstanceOf(PartMissing);
    await tree.settle();
    expect(await readdir(join(store.dataDir, "blobs"))).toEqual(before);
  });

  test("can be empty", async () => {
    const tree = await store.blocks.importLinks(stream<LinkedFile>([]));
    await record(tree);
    expect(await store.blocks.list(CID.parse(tree.cid))).toEqual([]);
  });
});

describe("keys that are invalid as directory entries", () => {
  test.each([
    [["a//b"], ["a/", "a/%empty/", "a/%empty/b"]],
    [["/a"], ["%empty/", "%empty/a"]],
    [
      ["../b", ".", "c/.."],
      ["%dot", "%dot-dot/", "%dot-dot/b", "c/", "c/%dot-dot"],
    ],
    [
      ["foo", "foo/bar"],
      ["%file-foo", "foo/", "foo/bar"],
    ],
    [
      ["foo/bar", "foo"],
      ["%file-foo", "foo/", "foo/bar"],
    ],
    [
      ["%dot", ".", "50%"],
      ["%%dot", "%dot", "50%"],
    ],
    [
      ["a/", "a//b"],
      ["a/", "a/%empty/", "a/%empty/b", "a/%file-%empty"],
    ],
    [
      ["%file-foo", "foo", "foo/x"],
      ["%%file-foo", "%file-foo", "foo/", "foo/x"],
    ],
    [
      ["__proto__", "constructor/x"],
      ["__proto__", "constructor/", "constructor/x"],
    ],
  ])("%j are stored at %j", async (paths, expected) => {
    const names = await namesOf((await treeOf(paths)).cid);
    expect(names.toSorted()).toEqual(expected.toSorted());
  });

  test("a folder marker is the folder, not a file in it", async () => {
    expect(await namesOf((await treeOf(["photos/", "", "photos/empty/"], "")).cid)).toEqual([
      "photos/",
      "photos/empty/",
    ]);
  });

  test("a repeated key is rejected", async () => {
    await expect(treeOf(["a/b", "a/b"])).rejects.toThrow("Duplicate path: a/b");
  });
});

const vectors = ipip499.find(({ profile }) => profile === "unixfs-v1-2025")!;

test.each(vectors.directories)("IPIP-499: $title gets the CID of the standard", async ({ names, cid }) => {
  expect((await treeOf(names)).cid).toBe(cid);
});

test("in a directory of 20,000 files, each is found by reading only the shards on its path", async () => {
  const tree = await treeOf(Array.from({ length: 20_000 }, (_, index) => `logs/entry-${index}.json`));
  expect(tree.fileCount).toBe(20_000);
  const blocks = await store.reopen();
  const root = CID.parse(tree.cid);
  expect(await blocks.resolve(root, ["logs", "entry-17777.json"])).toMatchObject({ type: "raw", sizeBytes: 1 });
  expect(await blocks.resolve(root, ["logs", "entry-20000.json"])).toBeUndefined();
  const logs = (await blocks.resolve(root, ["logs"]))!;
  expect((await blocks.list(logs.cid)).length).toBe(20_000);
});

test("a block reports its codec, type and links", async () => {
  const files = await storeFiles({ "a.txt": Buffer.from("a"), "b.bin": keyStream("links")(2 * MiB) });
  const tree = await store.blocks.importLinks(stream(files));
  await record(tree);
  const root = (await store.blocks.links(CID.parse(tree.cid)))!;
  expect(root).toMatchObject({ codec: "dag-pb", type: "directory" });
  expect(root.links.map(({ name, cid }) => [name, cid])).toEqual(files.map(({ path, cid }) => [path, cid]));
  expect(root.links[0]!.sizeBytes).toBe(1);
  const large = (await store.blocks.links(CID.parse(files[1]!.cid)))!;
  expect(large).toMatchObject({ codec: "dag-pb", type: "file", fileBytes: 2 * MiB });
  expect(large.links.map(({ sizeBytes }) => sizeBytes)).toEqual([MiB, MiB]);
  expect(await store.blocks.links(CID.parse(large.links[0]!.cid))).toEqual({
    codec: "raw",
    blockBytes: MiB,
    links: [],
  });
  expect(
    await store.blocks.links(CID.parse("bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe")),
  ).toBeUndefined();
});
