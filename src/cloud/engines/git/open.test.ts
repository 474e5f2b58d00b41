import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Git } from "./git.ts";
import { openGit } from "./open.ts";

let folder: string;
let git: Git;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-git-"));
  git = await openGit({ DATA_DIR: join(folder, "data") });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const create = async (repository: string, folder?: string): Promise<void> =>
  (await git.draft(folder)).place(repository);

const template = async (files: Record<string, string>): Promise<string> => {
  const place = await mkdtemp(join(folder, "template-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(place, path, ".."), { recursive: true });
    await writeFile(join(place, path), content);
  }
  return place;
};

test("an empty repository has the unborn branch main and no commit", async () => {
  await create("empty");
  expect(await git.defaultBranch("empty")).toBe("main");
  expect(await git.branches("empty")).toEqual([]);
  expect(await git.commit("empty", "main")).toBeUndefined();
  expect(await git.file("empty", "main", "package.json")).toBeUndefined();
});

test("a repository from a template has its files in one commit by Freehold, without ignored files", async () => {
  const files = { "index.html": "<p>hello", "src/a/b.txt": "b", ".gitignore": "node_modules", "node_modules/x": "x" };
  await create("copy", await template(files));
  const [branch] = await git.branches("copy");
  const commit = await git.commit("copy", "main");
  expect(commit).toEqual({
    hash: branch?.commit,
    subject: "First commit",
    author: "Freehold",
    committedAt: expect.closeTo(Date.now() / 1000, -2),
  });
  expect(await git.names("copy", "main", "/")).toEqual([".gitignore", "index.html", "src"]);
  expect(await git.names("copy", "main", "./src/")).toEqual(["a"]);
  expect(await git.names("copy", "main", "missing")).toEqual([]);
  expect(await git.file("copy", commit!.hash, "/src/a/b.txt")).toBe("b");
});

test("a file over 1 MiB is not read", async () => {
  await create("large", await template({ "large.txt": "x".repeat(1024 * 1024 + 1), "small.txt": "small" }));
  expect(await git.file("large", "main", "large.txt")).toBeUndefined();
  expect(await git.file("large", "main", "small.txt")).toBe("small");
});

test("a draft replaces an existing repository, and a discarded one leaves nothing", async () => {
  await create("once");
  await create("once", await template({ a: "a" }));
  expect(await git.branches("once")).toHaveLength(1);
  const draft = await git.draft();
  await draft.discard();
  expect((await readdir(git.root)).filter((name) => name.startsWith("."))).toEqual([]);
});

test("a checkout contains the commit's files, links as plain files, and no .git", async () => {
  const place = await template({ "index.html": "<p>hello", "docs/é ü.md": "x" });
  await symlink("/etc/passwd", join(place, "link"));
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", "init", "-q", "-b", "main", place]);
  const run = (...parts: string[]) =>
    execFileSync("git", ["-C", place, "-c", "user.name=a", "-c", "user.email=a@b.c", ...parts]);
  run("add", "-A");
  run("commit", "-qm", "with a link");
  await create("links");
  run("push", "-q", join(git.root, "links.git"), "main");
  const target = join(folder, "checkout");
  const commit = await git.checkout("links", "main", target);
  expect(commit.subject).toBe("with a link");
  expect((await readdir(target, { recursive: true })).toSorted()).toEqual([
    "docs",
    "docs/é ü.md",
    "index.html",
    "link",
  ]);
  expect(await readFile(join(target, "link"), "utf8")).toBe("/etc/passwd");
  await expect(git.checkout("links", "missing", join(folder, "none"))).rejects.toThrow("No commit found at missing.");
});

test("a tree of billions of files is rejected before anything is written", async () => {
  await create("bomb");
  const at = ["-C", join(git.root, "bomb.git")];
  const run = (parts: string[], input: string) =>
    execFileSync("git", [...at, ...parts], { input })
      .toString()
      .trim();
  let [object, kind] = [run(["hash-object", "-w", "--stdin"], "boom"), "100644 blob"];
  for (let level = 0; level < 9; level += 1) {
    object = run(["mktree"], Array.from({ length: 10 }, (_, index) => `${kind} ${object}\tf${index}\n`).join(""));
    kind = "040000 tree";
  }
  const commit = run(["-c", "user.name=a", "-c", "user.email=a@b.c", "commit-tree", "-m", "bomb", object], "");
  run(["update-ref", "refs/heads/main", commit], "");
  const target = join(folder, "bomb");
  await expect(git.checkout("bomb", "main", target)).rejects.toThrow("more than 100000 files");
  await expect(readdir(target)).rejects.toThrow("ENOENT");
});

test.each(["--upload-pack=x", "../data", "main:secret", "HEAD~1", "@{-1}", ""])(
  "the revision %j names no commit and reaches no other file",
  async (revision) => {
    expect(await git.commit("copy", revision)).toBeUndefined();
    expect(await git.file("copy", revision, "index.html")).toBeUndefined();
  },
);

test.each(["../other", "a/../b", "/etc", ".new-x", "a/b/c", ""])("%j is not a repository name", async (name) => {
  await expect(async () => git.branches(name)).rejects.toThrow("Invalid repository name");
});
