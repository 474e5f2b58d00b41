import { beforeAll, expect, test } from "vitest";
import { outputFileInlineBytesMax } from "../../../../resources/limits.ts";
import { testHosting, type TestHosting } from "../../../../tests/support/hosting.ts";
import { encodedPath, listOutput, readOutput } from "./deployment-output.ts";

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
