import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { testGitHost, type GitHost } from "../../../../tests/support/git/git-host.ts";

let host: GitHost;
beforeAll(async () => {
  host = await testGitHost();
});
beforeEach(() => {
  host.takePushes();
  host.breakListener(false);
});

test("a push by one clone is received by another, and listeners run before the client is done", async () => {
  const repository = await host.create();
  const place = await host.clone(repository);
  const hash = (await host.run(place, "rev-parse", "HEAD")).trim();
  await host.run(place, "push", "-q", "origin", "main");
  expect(host.takePushes()).toEqual([
    {
      repositoryId: repository.id,
      teamId: host.ourTeamId,
      branch: "main",
      commit: { hash, subject: "Change index.html", author: "Ann", committedAt: expect.any(Number) },
      pusher: { personId: expect.any(String), ip: "127.0.0.1" },
    },
  ]);
  const other = await host.emptyFolder();
  await host.run(other, "clone", "-q", "--depth", "1", host.urlOf(repository), ".");
  expect(await readFile(join(other, "index.html"), "utf8")).toBe("<p>hello");
});

test("a repository is found without .git and in upper case", async () => {
  const repository = await host.create();
  await host.run(await host.clone(repository), "push", "-q", "origin", "main");
  const url = host.urlOf(repository);
  const upper = host.urlOf({ ...repository, name: repository.name.toUpperCase() });
  for (const spelled of [url.replace(/\.git$/, ""), upper, upper.replace(/\.git$/, "")]) {
    const place = await host.emptyFolder();
    await host.run(place, "clone", "-q", spelled, ".");
    expect(await readFile(join(place, "index.html"), "utf8"), spelled).toBe("<p>hello");
  }
});

test("Git LFS is refused in its own form, which its client shows", async () => {
  const { origin, pathname } = new URL(host.urlOf(await host.create()));
  for (const path of [pathname, pathname.replace(/\.git$/, "")]) {
    const answer = await fetch(`${origin}${path}/info/lfs/objects/batch`, { method: "POST", body: "{}" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([501, "application/vnd.git-lfs+json"]);
    expect(await answer.json()).toEqual({
      message: expect.stringContaining("Git LFS"),
      documentation_url: expect.any(String),
    });
  }
});

test("a push of two branches calls the listener for each, a deletion without a commit, a tag not at all", async () => {
  const repository = await host.create();
  const place = await host.clone(repository);
  await host.run(place, "branch", "next");
  await host.run(place, "push", "-q", "origin", "main", "next");
  expect(
    host
      .takePushes()
      .map(({ branch }) => branch)
      .toSorted(),
  ).toEqual(["main", "next"]);
  host.takePushes();
  await host.run(place, "tag", "v1");
  await host.run(place, "push", "-q", "origin", "v1", ":next");
  expect(host.takePushes()).toMatchObject([{ branch: "next", commit: undefined }]);
  expect((await host.repositories.branches(host.database.db, repository)).map(({ name }) => name)).toEqual(["main"]);
});

test("a push without changes calls no listener", async () => {
  const place = await host.clone(await host.create());
  await host.run(place, "push", "-q", "origin", "main");
  host.takePushes();
  await host.run(place, "push", "-q", "origin", "main");
  expect(host.takePushes()).toEqual([]);
});

test("a push that is behind is refused without calling a listener; with force it replaces the branch", async () => {
  const repository = await host.create();
  const place = await host.clone(repository);
  await host.run(place, "push", "-q", "origin", "main");
  await host.run(place, "commit", "-q", "--amend", "-m", "Rewritten");
  host.takePushes();
  await expect(host.run(place, "push", "-q", "origin", "main")).rejects.toThrow(/non-fast-forward|fetch first/);
  expect(host.takePushes()).toEqual([]);
  await host.run(place, "push", "-q", "--force", "origin", "main");
  expect(host.takePushes().map((push) => push.commit?.subject)).toEqual(["Rewritten"]);
});

test("concurrent pushes of different branches by two users each call the listener once", async () => {
  const repository = await host.create();
  const first = await host.clone(repository);
  await host.run(first, "push", "-q", "origin", "main");
  const places = await Promise.all([0, 1, 2, 3].map(() => host.clone(repository, randomUUID())));
  host.takePushes();
  await Promise.all(places.map((place, index) => host.run(place, "push", "-q", "origin", `HEAD:refs/heads/b${index}`)));
  expect(
    host
      .takePushes()
      .map(({ branch }) => branch)
      .toSorted(),
  ).toEqual(["b0", "b1", "b2", "b3"]);
});

test("the first pushed branch becomes the default if there is no main, and the framework is stored", async () => {
  const repository = await host.create();
  const place = await host.emptyFolder();
  await host.run(place, "init", "-q", "-b", "trunk");
  await host.commit(place, "package.json", JSON.stringify({ devDependencies: { vite: "8.3.8" } }));
  await host.run(place, "push", "-q", host.urlOf(repository), "trunk");
  expect(await host.repositories.find(host.database.db, host.ourTeamId, repository.id)).toMatchObject({
    defaultBranch: "trunk",
    framework: "vite",
  });
  expect(await host.repositories.detect(host.database.db, repository, "trunk")).toMatchObject({
    framework: "vite",
    outputDirectory: "dist",
  });
});

test("a large push arrives complete", async () => {
  const repository = await host.create();
  const place = await host.clone(repository);
  const bytes = randomBytes(24 * 1024 * 1024);
  await host.commit(place, "large.bin", bytes);
  await host.run(place, "push", "-q", "origin", "main");
  const other = await host.emptyFolder();
  await host.run(other, "clone", "-q", host.urlOf(repository), ".");
  expect((await readFile(join(other, "large.bin"))).equals(bytes)).toBe(true);
});

test("a fetch after many commits works: the client then sends its request gzipped", async () => {
  const repository = await host.create();
  const place = await host.clone(repository);
  await host.run(place, "push", "-q", "origin", "main");
  const other = await host.emptyFolder();
  await host.run(other, "clone", "-q", host.urlOf(repository), ".");
  for (let index = 0; index < 40; index += 1)
    await host.run(other, "commit", "-q", "--allow-empty", "-m", `local ${index}`);
  const hash = await host.commit(place, "second.html", "x");
  await host.run(place, "push", "-q", "origin", "main");
  await host.run(other, "fetch", "-q", "origin");
  expect((await host.run(other, "rev-parse", "origin/main")).trim()).toBe(hash);
});

test("a push succeeds when a listener fails, and the listener is retried later", async () => {
  const repository = await host.create();
  const place = await host.clone(repository);
  host.breakListener(true);
  await host.run(place, "push", "-q", "origin", "main");
  expect(await host.repositories.branches(host.database.db, repository)).toHaveLength(1);
  expect(host.takePushes()).toEqual([]);
  host.breakListener(false);
  await host.repositories.work();
  await expect.poll(() => host.takePushes()).toMatchObject([{ branch: "main", pusher: { ip: "127.0.0.1" } }]);
});
