import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveGit, type GitServer } from "../../../../tests/support/git/git-server.ts";
import type { Git } from "./git.ts";
import { openTestGit } from "../../../../tests/support/git/git-engine.ts";
import { remoteErrorOf } from "../../../../tests/support/git/remote-error.ts";

const folder = mkdtempSync(join(tmpdir(), "freehold-fetch-"));
let host: GitServer;
let git: Git;
beforeAll(async () => {
  host = await serveGit();
  git = await openTestGit({
    DATA_DIR: join(folder, "data"),
    GIT_PRIVATE_HOSTS: [host.host, `localhost:${host.host.split(":")[1]}`],
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const newMirror = (): string => `mirrors/${randomUUID()}`;

test("a mirror is read like a local repository: branches, commits, files, folders and a checkout", async () => {
  const remote = await host.create("site", "trunk");
  const first = await remote.commit({ "index.html": "<p>one", "docs/a/b.md": "b" });
  const second = await remote.commit({ "index.html": "<p>two" }, { branch: "next", message: "Two" });
  const mirror = newMirror();
  await git.fetch(mirror, { url: remote.url });
  expect(await git.defaultBranch(mirror)).toBe("trunk");
  expect(await git.branches(mirror)).toEqual([
    { name: "trunk", commit: first },
    { name: "next", commit: second },
  ]);
  expect(await git.commit(mirror, "next")).toMatchObject({ hash: second, subject: "Two", author: "Ada" });
  expect(await git.file(mirror, "trunk", "index.html")).toBe("<p>one");
  expect(await git.folders(mirror, "trunk", "")).toEqual(["docs"]);
  expect(await git.folders(mirror, "trunk", "docs")).toEqual(["a"]);
  const target = join(folder, "checkout");
  await git.checkout(mirror, second, target);
  expect(readFileSync(join(target, "index.html"), "utf8")).toBe("<p>two");
});

test("a fetch adds new branches, removes deleted ones, and transfers nothing if nothing changed", async () => {
  const remote = await host.create("moving");
  const old = await remote.commit({ "a.txt": "1" }, { branch: "gone" });
  await remote.commit({ "a.txt": "2" });
  const mirror = newMirror();
  await git.fetch(mirror, { url: remote.url });
  const newest = await remote.commit({ "a.txt": "3" }, { force: true });
  await remote.deleteBranch("gone");
  await git.fetch(mirror, { url: remote.url });
  expect(await git.branches(mirror)).toEqual([{ name: "main", commit: newest }]);
  expect(await git.file(mirror, "main", "a.txt")).toBe("3");
  expect(await git.file(mirror, old, "a.txt"), "what was fetched once can be deployed again").toBe("1");
  host.requests.length = 0;
  await git.fetch(mirror, { url: remote.url });
  expect(host.requests.filter((line) => line.includes("git-upload-pack"))).toHaveLength(2);
});

test("a commit without a branch is fetched by its hash", async () => {
  const remote = await host.create("rewritten");
  const lost = await remote.commit({ "a.txt": "lost" });
  await remote.commit({ "a.txt": "kept" }, { force: true });
  const mirror = newMirror();
  await git.fetch(mirror, { url: remote.url });
  expect(await git.commit(mirror, lost)).toBeUndefined();
  await git.fetchCommit(mirror, { url: remote.url }, lost);
  expect(await git.file(mirror, lost, "a.txt")).toBe("lost");
  expect(await git.file(mirror, "main", "a.txt")).toBe("kept");
});

test("a mirror with too many packs is replaced by a new one with the same content", async () => {
  const remote = await host.create("busy");
  await remote.commit({ "a.txt": "1" });
  const mirror = newMirror();
  await git.fetch(mirror, { url: remote.url });
  const packs = join(folder, "data", `${mirror}.git`, "objects", "pack");
  for (let pack = 0; pack < 40; pack += 1) writeFileSync(join(packs, `pack-${pack}.pack`), "");
  await remote.commit({ "a.txt": "2" });
  await git.fetch(mirror, { url: remote.url });
  expect(readdirSync(packs).filter((name) => name.endsWith(".pack"))).toHaveLength(1);
  expect(await git.file(mirror, "main", "a.txt")).toBe("2");
});

test("an empty repository has no branches yet", async () => {
  const remote = await host.create("empty");
  const mirror = newMirror();
  await git.fetch(mirror, { url: remote.url });
  expect(await git.branches(mirror)).toEqual([]);
  const first = await remote.commit({ "a.txt": "1" });
  await git.fetch(mirror, { url: remote.url });
  expect(await git.branches(mirror)).toEqual([{ name: "main", commit: first }]);
});

test("private and missing repositories are reported as such", async () => {
  const remote = await host.create("locked", "main", { login: { username: "ada", password: "right" } });
  await remote.commit({ "a.txt": "1" });
  expect((await remoteErrorOf(git.fetch(newMirror(), { url: remote.url }))).problem).toBe("login");
  const wrong = { url: remote.url, credentials: { username: "ada", password: "wrong-one" } };
  const refused = await remoteErrorOf(git.fetch(newMirror(), wrong));
  expect(refused.problem).toBe("login");
  expect(refused.message).not.toContain("wrong-one");
  const missing = await remoteErrorOf(git.fetch(newMirror(), { url: `http://${host.host}/git/nothing.git` }));
  expect(missing).toMatchObject({ problem: "missing", message: "No repository found at this URL on 127.0.0.1." });
  expect((await remoteErrorOf(git.look({ url: "http://127.0.0.1:1/x.git" }))).problem).toBe("refused");
});

test("a redirect to a renamed repository keeps the credentials; a redirect to another host does not", async () => {
  const login = { username: "ada", password: "right" };
  const remote = await host.create("renamed", "main", { login });
  const commit = await remote.commit({ "a.txt": "1" });
  host.redirect("/git/former.git", remote.url);
  const mirror = newMirror();
  await git.fetch(mirror, { url: `http://${host.host}/git/former.git`, credentials: login });
  expect(await git.branches(mirror)).toEqual([{ name: "main", commit }]);

  host.redirect("/git/lure.git", `http://localhost:${host.host.split(":")[1]}/git/renamed.git`);
  host.requests.length = 0;
  const redirected = { url: `http://${host.host}/git/lure.git`, credentials: login };
  expect((await remoteErrorOf(git.fetch(newMirror(), redirected))).message).toContain("redirects to another host");
  expect(host.requests.filter((line) => line.includes("renamed"))).toEqual([]);
});

test("concurrent fetches of one mirror share one fetch", async () => {
  const remote = await host.create("crowded");
  await remote.commit({ "a.txt": "1" });
  const mirror = newMirror();
  host.requests.length = 0;
  await Promise.all(Array.from({ length: 10 }, () => git.fetch(mirror, { url: remote.url })));
  const fetches = host.requests.filter((line) => line.startsWith("GET") && line.includes("crowded"));
  expect(fetches.length, "one look and one fetch, and one look for those who came meanwhile").toBe(3);
});

test("a killed fetch leaves the mirror unchanged, and the next one works", async () => {
  const remote = await host.create("victim");
  const before = await remote.commit({ "a.txt": "before" });
  const mirror = newMirror();
  await git.fetch(mirror, { url: remote.url });
  const after = await remote.commit({ "a.txt": "after", "large.bin": randomBytes(8_000_000).toString("base64") });
  const script = join(folder, "fetch.mjs");
  const engine = pathToFileURL(join(import.meta.dirname, "open.ts")).href;
  writeFileSync(
    script,
    `import { openGit } from ${JSON.stringify(engine)};
     const deps = { database: {}, blocks: {}, log: console };
     const git = await openGit({ DATA_DIR: process.argv[2], GIT_PRIVATE_HOSTS: [process.argv[3]] }, deps);
     await git.fetch(process.argv[4], { url: process.argv[5] });`,
  );
  let served = 0;
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(process.execPath, [script, join(folder, "data"), host.host, mirror, remote.url]);
    const exited = once(child, "exit");
    const killed = new Promise<void>((resolve) => {
      served = 0;
      host.onRequest = () => {
        served += 1;
        if (served === round + 1) {
          child.kill("SIGKILL");
          resolve();
        }
        return Promise.resolve();
      };
    });
    await Promise.race([killed, exited]);
    await exited;
    host.onRequest = undefined;
    const branches = await git.branches(mirror);
    expect([before, after]).toContain(branches[0]!.commit);
    expect(await git.file(mirror, "main", "a.txt")).toBe(branches[0]!.commit === after ? "after" : "before");
  }
  await git.fetch(mirror, { url: remote.url });
  expect(await git.file(mirror, "main", "a.txt")).toBe("after");
  execFileSync("git", ["-C", join(folder, "data", `${mirror}.git`), "fsck", "--connectivity-only"]);
});
