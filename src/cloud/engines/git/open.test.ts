import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Db } from "../database/database.ts";
import type { Git } from "./git.ts";
import { openTestGit } from "../../../../tests/support/git/git-engine.ts";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";

let folder: string;
let git: Git;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-git-"));
  database = await testDatabase();
  git = await openTestGit({ DATA_DIR: join(folder, "data") }, database);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Inserts the row of a repository, without its content. */
const insert = async (repository: string, db: Db = database.db): Promise<string> => {
  const [namespace = "", name = ""] = repository.split("/");
  const row = { id: randomUUID(), team_id: randomUUID(), namespace, name, default_branch: "main", framework: "other" };
  await db.insertInto("repository").values(row).execute();
  return row.id;
};

const create = async (repository: string, folder?: string): Promise<void> => {
  const draft = await git.draft(folder);
  await database.db.transaction().execute(async (trx) => {
    await insert(repository, trx);
    await draft.place(trx, repository);
  });
};

const template = async (files: Record<string, string>): Promise<string> => {
  const place = await mkdtemp(join(folder, "template-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(place, path, ".."), { recursive: true });
    await writeFile(join(place, path), content);
  }
  return place;
};

test("an empty repository has the unborn branch main and no commit", async () => {
  await create("team/empty");
  expect(await git.defaultBranch("team/empty")).toBe("main");
  expect(await git.branches("team/empty")).toEqual([]);
  expect(await git.commit("team/empty", "main")).toBeUndefined();
  expect(await git.file("team/empty", "main", "package.json")).toBeUndefined();
});

test("a repository from a template has its files in one commit by Freehold, without ignored files", async () => {
  const files = { "index.html": "<p>hello", "src/a/b.txt": "b", ".gitignore": "node_modules", "node_modules/x": "x" };
  await create("team/copy", await template(files));
  const [branch] = await git.branches("team/copy");
  const commit = await git.commit("team/copy", "main");
  expect(commit).toEqual({
    hash: branch?.commit,
    subject: "First commit",
    author: "Freehold",
    committedAt: expect.closeTo(Date.now() / 1000, -2),
  });
  expect(await git.names("team/copy", "main", "/")).toEqual([".gitignore", "index.html", "src"]);
  expect(await git.names("team/copy", "main", "./src/")).toEqual(["a"]);
  expect(await git.names("team/copy", "main", "missing")).toEqual([]);
  expect(await git.file("team/copy", commit!.hash, "/src/a/b.txt")).toBe("b");
});

test("further copies of a template start no Git process, and share nothing", async () => {
  const place = await template({ "index.html": "<p>hello" });
  await create("team/first-copy", place);
  vi.stubEnv("PATH", "/nonexistent");
  await create("team/second-copy", place);
  vi.unstubAllEnvs();
  expect(await git.branches("team/second-copy")).toEqual(await git.branches("team/first-copy"));
  await git.remove("team/first-copy");
  expect(await git.file("team/second-copy", "main", "index.html")).toBe("<p>hello");
});

test("a file over 1 MiB is not read", async () => {
  await create("team/large", await template({ "large.txt": "x".repeat(1024 * 1024 + 1), "small.txt": "small" }));
  expect(await git.file("team/large", "main", "large.txt")).toBeUndefined();
  expect(await git.file("team/large", "main", "small.txt")).toBe("small");
});

test("a discarded draft leaves neither a folder nor a blob", async () => {
  const blobs = await readdir(join(folder, "data", "blobs"));
  const draft = await git.draft(await template({ a: "a" }));
  expect(await readdir(join(folder, "data", "blobs"))).toHaveLength(blobs.length + 1);
  await draft.discard();
  expect(await readdir(join(folder, "data", "blobs"))).toEqual(blobs);
  expect((await readdir(git.root)).filter((name) => name.startsWith("."))).toEqual([]);
});

test("a repository created again under its name has none of the content of the deleted one", async () => {
  await create("team/again", await template({ a: "a" }));
  expect(await git.branches("team/again")).toHaveLength(1);
  await database.db.deleteFrom("repository").where("name", "=", "again").execute();
  const id = await insert("team/again");
  await database.db.insertInto("git_repository").values({ repository_id: id }).execute();
  expect(await git.branches("team/again")).toEqual([]);
});

test("a checkout contains the commit's files, links as plain files, and no .git", async () => {
  const place = await template({ "index.html": "<p>hello", "docs/é ü.md": "x" });
  await symlink("/etc/passwd", join(place, "link"));
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", "init", "-q", "-b", "main", place]);
  const run = (...parts: string[]) =>
    execFileSync("git", ["-C", place, "-c", "user.name=a", "-c", "user.email=a@b.c", ...parts]);
  run("add", "-A");
  run("commit", "-qm", "with a link");
  await create("team/links");
  run("push", "-q", join(git.root, "team/links.git"), "main");
  const target = join(folder, "checkout");
  const commit = await git.checkout("team/links", "main", target);
  expect(commit.subject).toBe("with a link");
  expect((await readdir(target, { recursive: true })).toSorted()).toEqual([
    "docs",
    "docs/é ü.md",
    "index.html",
    "link",
  ]);
  expect(await readFile(join(target, "link"), "utf8")).toBe("/etc/passwd");
  await expect(git.checkout("team/links", "missing", join(folder, "none"))).rejects.toThrow(
    "No commit found at missing.",
  );
});

test("a tree of billions of files is rejected before anything is written", async () => {
  await create("team/bomb");
  const at = ["-C", join(git.root, "team/bomb.git")];
  const run = (parts: string[], input: string) =>
    execFileSync("git", [...at, ...parts], { input })
      .toString()
      .trim();
  let [object, kind] = [run(["hash-object", "-w", "--stdin"], "boom"), "100644 blob"];
  for (let level = 0; level < 9; level += 1) {
    object = run(["mktree"], Array.from({ length: 10 }, (_, index) => `${kind} ${object}\tf${index}\n`).join(""));
    kind = "040000 tree";
  }
  const commit = run(["-c", "user.name=a", "-c", "user.email=a@b.c", "commit-tree", "-m", "team/bomb", object], "");
  run(["update-ref", "refs/heads/main", commit], "");
  const target = join(folder, "bomb");
  await expect(git.checkout("team/bomb", "main", target)).rejects.toThrow("more than 100000 files");
  await expect(readdir(target)).rejects.toThrow("ENOENT");
});

test.each(["--upload-pack=x", "../data", "main:secret", "HEAD~1", "@{-1}", ""])(
  "the revision %j names no commit and reaches no other file",
  async (revision) => {
    expect(await git.commit("team/copy", revision)).toBeUndefined();
    expect(await git.file("team/copy", revision, "index.html")).toBeUndefined();
  },
);

test.each(["../other", "a/../b", "/etc", ".new-x", "a/b/c", ""])("%j is not a repository name", async (name) => {
  await expect(async () => git.branches(name)).rejects.toThrow("Invalid repository name");
});
