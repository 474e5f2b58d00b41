import { link, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { describe, expect, it } from "vitest";
import { testBlocks, testFolder } from "../../../../tests/support/ipfs/blocks.ts";
import { identityCid } from "../../../../tests/support/ipfs/dag.ts";
import { keyStream, referenceCid, writeFiles, type Files } from "../../../../tests/support/ipfs/unixfs.ts";
import type { Blocks, PackedFile } from "./blocks.ts";

const MiB = 1024 * 1024;
const site: Files = {
  "index.html": "<h1>Home</h1>",
  "empty.txt": "",
  "docs/größe.txt": "ä",
  "docs/deep/er/index.html": "deep",
  "docs/same.html": "<h1>Home</h1>",
  "video.bin": keyStream("video")(3 * MiB + 17),
};

const candidates = (files: Files) =>
  Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }));

const importFiles = async (blocks: Blocks, files: Files) => {
  const folder = await testFolder();
  await writeFiles(folder, files);
  return blocks.importFolder(folder);
};

const stage = async (blocks: Blocks, name: string, files: Files): Promise<{ path: string; packed: PackedFile[] }> => {
  const contents = Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) }));
  const path = blocks.stagingPath(name);
  await writeFile(path, Buffer.concat(contents.map(({ bytes }) => bytes)));
  let offset = 0;
  const packed = contents.map(({ path, bytes }) => {
    offset += bytes.length;
    return { path, offset: offset - bytes.length, sizeBytes: bytes.length };
  });
  return { path, packed };
};

const readPath = async (blocks: Blocks, root: string, path: string): Promise<Buffer> => {
  const entry = await blocks.resolve(CID.parse(root), path.split("/"));
  return buffer(await blocks.read(entry!.cid));
};

describe("importing", () => {
  it("a folder gets the same CID as with the reference importer", async () => {
    const { blocks } = await testBlocks();
    const imported = await importFiles(blocks, site);
    expect(imported).toEqual({
      cid: await referenceCid(candidates(site), { wrapWithDirectory: true }),
      fileCount: 6,
      sizeBytes: Object.values(site).reduce((sum, content) => sum + Buffer.byteLength(content), 0),
    });
  });

  it("a folder of 10,000 files becomes a sharded directory with the reference CID, and each file is found", async () => {
    const { blocks } = await testBlocks();
    const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`file-${i}.txt`, `${i}`]));
    const { path, packed } = await stage(blocks, "many", files);
    const imported = await blocks.importPacked(path, packed);
    expect(imported.cid).toBe(await referenceCid(candidates(files), { wrapWithDirectory: true }));
    expect((await readPath(blocks, imported.cid, "file-9876.txt")).toString()).toBe("9876");
    expect(await blocks.resolve(CID.parse(imported.cid), ["file-10000.txt"])).toBeUndefined();
    expect(await blocks.list(CID.parse(imported.cid))).toHaveLength(10_000);
  });

  it("a directory with very many subdirectories is sharded, so that no block exceeds 1 MiB", async () => {
    const { blocks } = await testBlocks();
    const files = Object.fromEntries(Array.from({ length: 6000 }, (_, i) => [`folder-${i}/index.html`, "x"]));
    const { path, packed } = await stage(blocks, "folders", files);
    const { cid } = await blocks.importPacked(path, packed);
    expect((await blocks.block(CID.parse(cid)))!.length).toBeLessThan(MiB / 4);
    expect((await readPath(blocks, cid, "folder-5999/index.html")).toString()).toBe("x");
  });

  it("an upload's bytes are not copied: the staging file becomes the blob", async () => {
    const { blocks, dataDir } = await testBlocks();
    const { path, packed } = await stage(blocks, "upload", site);
    const { ino } = await stat(path);
    await blocks.importPacked(path, packed);
    const [blob, ...others] = await readdir(join(dataDir, "blobs"));
    expect(others).toEqual([]);
    expect((await stat(join(dataDir, "blobs", blob!))).ino).toBe(ino);
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
  });

  it("the same tree imported again, even concurrently, uses the existing blob", async () => {
    const { blocks, dataDir } = await testBlocks();
    const imports = await Promise.all([1, 2, 3].map(() => importFiles(blocks, site)));
    const again = await importFiles(blocks, site);
    for (const imported of imports) expect(imported).toEqual(again);
    expect(await readdir(join(dataDir, "blobs"))).toHaveLength(1);
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
    expect((await blocks.totals()).files).toBe(6);
  });

  it("symbolic links are rejected and leave nothing behind", async () => {
    const { blocks, dataDir } = await testBlocks();
    const folder = await testFolder();
    await writeFiles(folder, { "a.txt": "a" });
    await symlink("/etc/passwd", join(folder, "passwd"));
    await expect(blocks.importFolder(folder)).rejects.toThrow("Symbolic links can't be published: passwd");
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
  });

  it.each([
    ["a file that is also a folder", ["a", "a/b"]],
    ["a name twice", ["a", "a"]],
    ["a path that leaves its folder", ["../a"]],
    ["an empty name", ["a//b"]],
  ])("%s is rejected", async (_, paths) => {
    const { blocks } = await testBlocks();
    const { path } = await stage(blocks, "odd", { x: "xy" });
    const packed = paths.map((path) => ({ path, offset: 0, sizeBytes: 1 }));
    await expect(blocks.importPacked(path, packed)).rejects.toThrow(paths.at(-1));
  });

  it("a staging file shorter than its manifest is rejected", async () => {
    const { blocks } = await testBlocks();
    const { path } = await stage(blocks, "short", { a: "abc" });
    const packed = [{ path: "a", offset: 0, sizeBytes: 4 }];
    await expect(blocks.importPacked(path, packed)).rejects.toThrow("shorter");
  });
});

describe("reading", () => {
  it("every file reads back unchanged, whole and in ranges across leaves", async () => {
    const { blocks } = await testBlocks();
    const { cid } = await importFiles(blocks, site);
    for (const [path, content] of Object.entries(site)) {
      expect((await readPath(blocks, cid, path)).equals(Buffer.from(content))).toBe(true);
    }
    const video = await blocks.resolve(CID.parse(cid), ["video.bin"]);
    expect(video).toMatchObject({ type: "file", sizeBytes: 3 * MiB + 17 });
    const part = await buffer(await blocks.read(video!.cid, { start: MiB - 3, end: 2 * MiB + 3 }));
    expect(part.equals(Buffer.from(site["video.bin"]!).subarray(MiB - 3, 2 * MiB + 4))).toBe(true);
    await expect(blocks.read(video!.cid, { start: 0, end: 3 * MiB + 17 })).rejects.toThrow(RangeError);
  });

  it("a directory lists files and folders with their sizes", async () => {
    const { blocks } = await testBlocks();
    const { cid } = await importFiles(blocks, site);
    const entries = await blocks.list(CID.parse(cid));
    expect(entries.map(({ name, type }) => [name, type])).toEqual([
      ["docs", "directory"],
      ["empty.txt", "file"],
      ["index.html", "file"],
      ["video.bin", "file"],
    ]);
    expect(entries.find(({ name }) => name === "video.bin")!.sizeBytes).toBe(3 * MiB + 17);
  });

  it("a missing name, a path below a file and a missing root are undefined", async () => {
    const { blocks } = await testBlocks();
    const { cid } = await importFiles(blocks, site);
    const root = CID.parse(cid);
    const elsewhere = CID.parse("bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe");
    expect(await blocks.resolve(root, ["nothing"])).toBeUndefined();
    expect(await blocks.resolve(root, ["index.html", "more"])).toBeUndefined();
    expect(await blocks.resolve(elsewhere, ["index.html"])).toBeUndefined();
    expect(await blocks.block(elsewhere)).toBeUndefined();
  });

  it("a blob that changed on disk is detected instead of served", async () => {
    const { blocks, dataDir } = await testBlocks();
    const { cid } = await importFiles(blocks, { "a.txt": "true" });
    const file = await blocks.resolve(CID.parse(cid), ["a.txt"]);
    const [blob] = await readdir(join(dataDir, "blobs"));
    await writeFile(join(dataDir, "blobs", blob!), "lies", { flag: "r+" });
    await expect(blocks.block(file!.cid)).rejects.toThrow("damaged");
  });
});

describe("keeping", () => {
  it("a restart finds everything again", async () => {
    const { blocks, reopen } = await testBlocks();
    const { cid } = await importFiles(blocks, site);
    const totals = await blocks.totals();
    await blocks.close();
    const restarted = await reopen();
    expect((await readPath(restarted, cid, "docs/deep/er/index.html")).toString()).toBe("deep");
    expect(await restarted.totals()).toEqual(totals);
  });

  it("a crash between the blob and its rows keeps the upload and leaves no stray blob", async () => {
    const { blocks, database, dataDir, reopen } = await testBlocks();
    await importFiles(blocks, { "a.txt": "kept" });
    const { path, packed } = await stage(blocks, "upload-1", site);
    await database.pool.query("alter table extent rename to extent_away");
    await expect(blocks.importPacked(path, packed)).rejects.toThrow("extent");
    await database.pool.query("alter table extent_away rename to extent");
    expect(await readdir(join(dataDir, "blobs"))).toHaveLength(2);

    const restarted = await reopen();
    expect(await readdir(join(dataDir, "blobs"))).toHaveLength(1);
    const { cid } = await restarted.importPacked(path, packed);
    expect(cid).toBe(await referenceCid(candidates(site), { wrapWithDirectory: true }));
    expect((await readPath(restarted, cid, "index.html")).toString()).toBe("<h1>Home</h1>");
  });

  it("a crash after the rows but before the staging file is deleted does no harm", async () => {
    const { blocks, dataDir } = await testBlocks();
    const { path, packed } = await stage(blocks, "upload", site);
    const imported = await blocks.importPacked(path, packed);
    const [blob] = await readdir(join(dataDir, "blobs"));
    await link(join(dataDir, "blobs", blob!), path);
    expect(await blocks.importPacked(path, packed)).toEqual(imported);
    expect((await readPath(blocks, imported.cid, "video.bin")).length).toBe(3 * MiB + 17);
    expect(await blocks.list(CID.parse(imported.cid))).toHaveLength(4);
  });

  it("staging files of interrupted folder imports are swept at the start; those of uploads stay", async () => {
    const { blocks, dataDir, reopen } = await testBlocks();
    await writeFile(blocks.stagingPath("folder-half"), "half");
    await writeFile(blocks.stagingPath("upload-half"), "half");
    await reopen();
    expect(await readdir(join(dataDir, "staging"))).toEqual(["upload-half"]);
  });

  it("a forgotten tree is deleted immediately, and content shared with another tree stays", async () => {
    const { blocks, dataDir } = await testBlocks();
    const old = await importFiles(blocks, { "index.html": "shared", "old.html": "old" });
    const next = await importFiles(blocks, { "index.html": "shared", "new.html": "new" });
    await readPath(blocks, old.cid, "index.html");
    await blocks.forget(old.cid);
    expect(await blocks.resolve(CID.parse(old.cid), ["index.html"])).toBeUndefined();
    expect((await readPath(blocks, next.cid, "index.html")).toString()).toBe("shared");
    expect(await readdir(join(dataDir, "blobs"))).toHaveLength(1);
    expect((await blocks.totals()).files).toBe(2);
  });

  it("content that another process forgot is not found, although its place was cached", async () => {
    const { blocks, reopen } = await testBlocks();
    const old = await importFiles(blocks, { "index.html": "shared", "old.html": "old" });
    await importFiles(blocks, { "index.html": "shared", "new.html": "new" });
    const entry = (await blocks.resolve(CID.parse(old.cid), ["index.html"]))!;
    await (await reopen()).forget(old.cid);
    expect((await buffer(await blocks.read(entry.cid))).toString()).toBe("shared");
  });

  it("a ping throws when blobs cannot be written", async () => {
    const { blocks, dataDir } = await testBlocks();
    await expect(blocks.ping()).resolves.toBeUndefined();
    await rm(join(dataDir, "blobs"), { recursive: true });
    await expect(blocks.ping()).rejects.toThrow("ENOENT");
  });
});

it("no path leads through a block of an unknown codec", async () => {
  const { blocks } = await testBlocks();
  const ipnsKey = identityCid(0x72, Buffer.from("key"));
  expect(await blocks.resolve(ipnsKey, ["index.html"])).toBeUndefined();
});
