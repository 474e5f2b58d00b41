import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { diffFilesMax, outputFileInlineBytesMax } from "../../../../resources/limits.ts";
import { testHosting, type TestHosting } from "../../../../tests/support/hosting/hosting.ts";
import { diffDeployments, encodedPath, listOutput, readOutput } from "./deployment-output.ts";
import { previousOf } from "./deployment-reads.ts";

let cloud: TestHosting;
let root: string;
let otherRoot: string;

const publish = async (files: Record<string, string>): Promise<string> => {
  const team = await cloud.team();
  const { cid } = await cloud.ended(team, await cloud.deployFiles(team, await cloud.project(team), files));
  return cid!;
};

beforeAll(async () => {
  cloud = await testHosting();
  await cloud.hosting.work();
  root = await publish({
    "index.html": "<h1>héllo</h1>",
    "z-folder/a & b/deep.txt": "deep",
    "large.txt": "x".repeat(outputFileInlineBytesMax + 1),
    "just.txt": "y".repeat(outputFileInlineBytesMax),
    "empty.txt": "",
    "image.bin": "a\0b",
  });
  otherRoot = await publish({ "secret/plan.txt": "of another team" });
});

const { list, file } = {
  list: (query: { path?: string; cid?: string }) => listOutput(cloud.engines.blocks, root, { path: "", ...query }),
  file: (path: string) => readOutput(cloud.engines.blocks, root, path),
};

test("a deployment's files are listed folder by folder, folders first", async () => {
  const items = await list({});
  expect(items.map(({ name, type }) => [name, type])).toEqual([
    ["z-folder", "directory"],
    ["empty.txt", "file"],
    ["image.bin", "file"],
    ["index.html", "file"],
    ["just.txt", "file"],
    ["large.txt", "file"],
  ]);
  expect(items.find(({ name }) => name === "index.html")).toMatchObject({
    size: 15,
    hash: expect.stringMatching(/^b/),
  });
  const [folder] = items;
  const byPath = await list({ path: "z-folder/a & b" });
  expect(byPath).toMatchObject([{ name: "deep.txt", size: 4 }]);
  const [inner] = await list({ cid: folder!.hash });
  expect(await list({ cid: inner!.hash })).toEqual(byPath);
});

test("a CID outside the deployment's root is not found, even if another team stores it", async () => {
  const [secret] = await listOutput(cloud.engines.blocks, otherRoot, { path: "" });
  for (const cid of [otherRoot, secret!.hash, "none", ""])
    await expect(list({ cid })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test.each(["nowhere", "../index.html", "index.html/x", "z-folder/..", "z-folder", ""])(
  "the path %j is no file",
  async (path) => {
    await expect(file(path)).rejects.toMatchObject({ code: "NOT_FOUND" });
  },
);

test("opening a file as a folder fails", async () => {
  await expect(list({ path: "index.html" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("files over 512 KB and binary files open by link", async () => {
  expect(await file("index.html")).toMatchObject({ text: "<h1>héllo</h1>", size: 15 });
  expect(await file("empty.txt")).toMatchObject({ text: "", size: 0 });
  expect((await file("just.txt")).text).toHaveLength(outputFileInlineBytesMax);
  expect(await file("large.txt")).toMatchObject({ text: null, size: outputFileInlineBytesMax + 1 });
  expect(await file("image.bin")).toMatchObject({ text: null, size: 3 });
  expect(encodedPath("z-folder/a & b/deep.txt")).toBe("z-folder/a%20%26%20b/deep.txt");
});

/** Files given as path → content, imported one after another. */
const imported = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const { blocks } = cloud.engines;
  const staging = blocks.stagingPath(randomUUID());
  await writeFile(staging, Object.values(files).join(""));
  let offset = 0;
  const packed = Object.entries(files).map(([path, { length: sizeBytes }]) => {
    offset += sizeBytes;
    return { path, offset: offset - sizeBytes, sizeBytes };
  });
  return (await blocks.importPacked(staging, packed)).cid;
};

const published = (cid: string | null) => ({ state: "success", cid, settings: null }) as const;

const diffOf = async (before: Record<string, string>, after: Record<string, string>) =>
  diffDeployments(cloud.engines.blocks, published(await imported(before)), published(await imported(after)));

test("added, changed and removed files are detected by CID, at any depth, and listed by path", async () => {
  const { files, counts, more } = await diffOf(
    { "index.html": "one", "same.txt": "s", "old/a.js": "a", "old/deep/b.js": "bb", turned: "file" },
    { "index.html": "two!", "same.txt": "s", "new/c.js": "ccc", "turned/into.txt": "folder" },
  );
  expect(files.map(({ path, change, sizeBytes }) => [path, change, sizeBytes])).toEqual([
    ["index.html", "changed", 4],
    ["new/c.js", "added", 3],
    ["old/a.js", "removed", 1],
    ["old/deep/b.js", "removed", 2],
    ["turned", "removed", 4],
    ["turned/into.txt", "added", 6],
  ]);
  expect(counts).toEqual({ added: 2, changed: 1, removed: 3 });
  expect(more).toBe(false);
  const [changed, added, removed] = files;
  expect(changed!.before).toMatch(/^b/);
  expect(changed!.after).not.toBe(changed!.before);
  expect(added!.before).toBeUndefined();
  expect(removed!.after).toBeUndefined();
});

test("two deployments of the same files have no differences, and one without files is compared by settings only", async () => {
  const { files } = await diffOf({ "a.txt": "a" }, { "a.txt": "a" });
  expect(files).toEqual([]);
  const cid = await imported({ "a.txt": "a" });
  const failed = { state: "failure", cid: null, settings: null } as const;
  expect(await diffDeployments(cloud.engines.blocks, published(cid), failed)).toMatchObject({ files: [], more: false });
});

test("equal folders among 10,000 files are not read", async () => {
  const files: Record<string, string> = {};
  for (let n = 0; n < 10_000; n += 1) files[`folder-${n % 100}/deep-${n % 10}/${n}.txt`] = `${n}`;
  const before = await imported(files);
  const after = await imported({ ...files, "folder-7/deep-7/7.txt": "other", "folder-8/new.txt": "new" });
  let reads = 0;
  const { blocks } = cloud.engines;
  const counted = { list: (cid: Parameters<typeof blocks.list>[0]) => ((reads += 1), blocks.list(cid)) };
  const diff = await diffDeployments(counted, published(before), published(after));
  expect(diff.files.map(({ path, change }) => [path, change])).toEqual([
    ["folder-7/deep-7/7.txt", "changed"],
    ["folder-8/new.txt", "added"],
  ]);
  expect(reads).toBeLessThanOrEqual(8);
});

test("files beyond the listed ones are still counted", async () => {
  const many = Object.fromEntries(Array.from({ length: diffFilesMax + 5 }, (_, n) => [`f/${n}.txt`, "x"]));
  const { files, counts, more } = await diffOf({ "index.html": "x" }, { "index.html": "x", ...many });
  expect(files).toHaveLength(diffFilesMax);
  expect(counts).toEqual({ added: diffFilesMax + 5, changed: 0, removed: 0 });
  expect(more).toBe(true);
});

test("settings are listed by their labels, variables by name and never by value", async () => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "x" });
  const variables = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }));
  const project = await cloud.project(team, {
    deployType: "REPOSITORY",
    repoId: repository.id,
    buildCommand: "true",
    env: variables({ KEPT: "secret-k", CHANGED: "secret-1", GONE: "secret-g" }),
  });
  const before = await cloud.ended(team, await cloud.build(team, project));
  const environment = JSON.stringify(variables({ KEPT: "secret-k", CHANGED: "secret-2", NEW: "secret-k" }));
  await cloud.inTrx((trx) =>
    trx
      .updateTable("project")
      .set({ build_command: "true && true", install_command: "true", environment })
      .where("id", "=", project)
      .execute(),
  );
  const after = await cloud.ended(team, await cloud.build(team, project));
  const diff = await diffDeployments(cloud.engines.blocks, before, after);
  expect(diff.settings).toEqual([
    { name: "Install command", before: "", after: "true" },
    { name: "Build command", before: "true", after: "true && true" },
  ]);
  expect(diff.env).toEqual([
    { name: "CHANGED", change: "changed" },
    { name: "GONE", change: "removed" },
    { name: "NEW", change: "added" },
  ]);
  expect(JSON.stringify([before.settings, after.settings])).not.toContain("secret");
  const digests = after.settings!.env.map(({ digest }) => digest);
  expect(new Set(digests).size).toBe(digests.length);
  expect(await previousOf(cloud.db, after)).toBe(before.id);
  expect(await previousOf(cloud.db, before)).toBeUndefined();
});
