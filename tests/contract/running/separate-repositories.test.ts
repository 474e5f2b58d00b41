/** Git repositories of two web processes and a worker on separate data directories, with one database and one S3 bucket. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { newOwner, ownerWith } from "../../support/account/owner.ts";
import { patience } from "../../support/patience.ts";
import { temporaryFolder, type CloudProcess } from "../../support/server/cloud-process.ts";
import { ask } from "../../support/server/http.ts";
import { separateProcesses } from "../../support/server/separate-processes.ts";

let instance: Awaited<ReturnType<typeof separateProcesses>>;
let first: CloudProcess;
let a: string;
let b: string;
beforeAll(async () => {
  instance = await separateProcesses();
  first = await instance.start("a", "web");
  a = await first.ready;
  const others = [await instance.start("b", "web"), await instance.start("worker", "worker")];
  [b] = (await Promise.all(others.map(({ ready }) => ready))) as [string];
});

const pageAt = (url: string, name: string) => {
  const { port } = new URL(url);
  return ask(Number(port), `${name}.localhost:${port}`, "/");
};

/** Creates a repository, and returns its URL at a web process. */
const newRepository = async (owner: Awaited<ReturnType<typeof newOwner>>) => {
  const name = `r-${randomUUID().slice(0, 8)}`;
  const { id, namespace } = await owner.data<{ id: string; namespace: string }>("POST /api/hosting/repo", { name });
  const { token } = await owner.data<{ token: string }>("POST /api/hosting/user/token/new", { name });
  const urlAt = (url: string) => `${url.replace("://", `://me:${token}@`)}/git/${namespace}/${name}.git`;
  return { id, urlAt };
};

const git = async (folder: string, ...words: string[]): Promise<string> => {
  const me = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const { stdout, stderr } = await promisify(execFile)("git", ["-C", folder, ...me, ...words]);
  return stdout + stderr;
};

/** Clones a repository and commits a file. Returns the folder and the commit. */
const cloneWith = async (url: string, content: string) => {
  const folder = await temporaryFolder();
  await git(folder, "clone", "-q", url, ".");
  await git(folder, "checkout", "-q", "-B", "main");
  return { folder, ...(await commitIn(folder, content)) };
};

const commitIn = async (folder: string, content: string) => {
  await writeFile(join(folder, "index.html"), content);
  await git(folder, "add", "-A");
  await git(folder, "commit", "-qm", content);
  return { hash: (await git(folder, "rev-parse", "HEAD")).trim() };
};

const refsAt = async (url: string): Promise<string> => git(".", "ls-remote", "--heads", url);

/** Locks a row while `work` runs, and passes a function that waits until as many statements wait for it. */
const whileLocked = async (
  table: "git_repository" | "repository",
  id: string,
  work: (blocked: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> => {
  const { db } = instance.database;
  const key = table === "repository" ? "id" : "repository_id";
  await db.transaction().execute(async (trx) => {
    await sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id} for update`.execute(trx);
    await work(async (count) => {
      const waiting = sql<{ count: bigint }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${`%"${table}"%`}`;
      const counted = async () => Number((await waiting.execute(db)).rows[0]!.count);
      await expect.poll(counted, patience).toBe(count);
    });
  });
};

test("a push to one web is cloned from the other, and built by the worker", async () => {
  const owner = await newOwner(a);
  const repository = await newRepository(owner);
  const { folder, hash } = await cloneWith(repository.urlAt(b), "<h1>Pushed</h1>");
  await git(folder, "push", "-q", repository.urlAt(a), "main");
  expect(await refsAt(repository.urlAt(b))).toContain(hash);
  const copy = await temporaryFolder();
  await git(copy, "clone", "-q", repository.urlAt(b), ".");
  expect(await readFile(join(copy, "index.html"), "utf8")).toBe("<h1>Pushed</h1>");

  const name = `pushed-${randomUUID().slice(0, 8)}`;
  const project = { name, platform: "IPFS", deployType: "REPOSITORY", repoId: repository.id };
  await ownerWith(b, owner.token).data("POST /api/hosting/project", project);
  await commitIn(copy, "<h1>Built</h1>");
  await git(copy, "push", "-q", "origin", "main");
  await expect.poll(async () => (await pageAt(a, name)).body.toString(), patience).toBe("<h1>Built</h1>");
});

test("of two pushes to one branch at once, one is rejected, and both webs serve the other", async () => {
  const repository = await newRepository(await newOwner(a));
  const places = [await cloneWith(repository.urlAt(a), "one"), await cloneWith(repository.urlAt(b), "two")];
  let pushes: Promise<PromiseSettledResult<string>[]> | undefined;
  await whileLocked("git_repository", repository.id, async (blocked) => {
    pushes = Promise.allSettled(places.map(({ folder }) => git(folder, "push", "origin", "main")));
    await blocked(2);
  });
  const [first, second] = (await pushes!) as [PromiseSettledResult<string>, PromiseSettledResult<string>];
  expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  const winner = first.status === "fulfilled" ? 0 : 1;
  const lost = [first, second][1 - winner] as PromiseRejectedResult;
  expect(String(lost.reason)).toContain("fetch first");
  const refs = `${places[winner]!.hash}\trefs/heads/main\n`;
  expect([await refsAt(repository.urlAt(a)), await refsAt(repository.urlAt(b))]).toEqual([refs, refs]);

  const { folder } = places[1 - winner]!;
  await git(folder, "fetch", "-q", "origin");
  await git(folder, "merge", "-q", "-s", "ours", "--allow-unrelated-histories", "-m", "Both", "origin/main");
  await git(folder, "push", "-q", "origin", "main");
});

test("pushes of different branches at once both land", async () => {
  const repository = await newRepository(await newOwner(a));
  const places = await Promise.all([a, b].map((url) => cloneWith(repository.urlAt(url), url)));
  let pushes: Promise<string[]> | undefined;
  await whileLocked("git_repository", repository.id, async (blocked) => {
    pushes = Promise.all(places.map(({ folder }, at) => git(folder, "push", "-q", "origin", `main:b${at}`)));
    await blocked(2);
  });
  await pushes;
  const refs = places.map(({ hash }, at) => `${hash}\trefs/heads/b${at}\n`).join("");
  expect([await refsAt(repository.urlAt(a)), await refsAt(repository.urlAt(b))]).toEqual([refs, refs]);
});

test.each([
  { table: "git_repository", what: "before a push is stored leaves the branch as it was" },
  { table: "repository", what: "after a push is stored, but before it is acknowledged, leaves it stored" },
] as const)("a web killed $what, and the client's retry succeeds", async ({ table }) => {
  const repository = await newRepository(await newOwner(a));
  const { folder, hash: before } = await cloneWith(repository.urlAt(a), "before");
  await git(folder, "push", "-q", "origin", "main");
  const { hash } = await commitIn(folder, "after");
  await whileLocked(table, repository.id, async (blocked) => {
    const push = git(folder, "push", "-q", "origin", "main").then(
      () => "acknowledged",
      () => "failed",
    );
    await blocked(1);
    await first.end("SIGKILL");
    expect(await push).toBe("failed");
  });
  expect(await refsAt(repository.urlAt(b))).toContain(table === "repository" ? hash : before);
  await git(folder, "push", "-q", repository.urlAt(b), "main");
  first = await instance.start("a", "web");
  a = await first.ready;
  expect(await refsAt(repository.urlAt(a))).toContain(hash);
  await git(folder, "fsck", "--full");
});
