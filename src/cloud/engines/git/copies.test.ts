import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { testGitHost, type GitHost } from "../../../../tests/support/git/git-host.ts";
import type { RepositoryRecord } from "../../hosting/repositories/store.ts";

let host: GitHost;
beforeAll(async () => {
  host = await testGitHost();
});

const pathOf = ({ namespace, name }: RepositoryRecord): string => `${namespace}/${name}`;
const copyOf = (repository: RepositoryRecord): string => join(host.git.root, `${pathOf(repository)}.git`);
const branchesOf = async (repository: RepositoryRecord, git = host.git) =>
  Object.fromEntries((await git.branches(pathOf(repository))).map(({ name, commit }) => [name, commit]));
const packsOf = (repository: RepositoryRecord) =>
  host.database.db.selectFrom("git_pack").selectAll().where("repository_id", "=", repository.id).execute();
const never = new AbortController().signal;

/** Creates a repository with one pushed commit, and a clone of it. */
const pushed = async (content: string | Buffer = "<p>hello") => {
  const repository = await host.create();
  const place = await host.clone(repository, "<p>first");
  const hash = await host.commit(place, "content", content);
  await host.run(place, "push", "-q", "origin", "main");
  return { repository, place, hash };
};

/** Pushes a commit to the copy's directory, as the version before does. */
const pushToDirectory = async (repository: RepositoryRecord, place: string, branch: string): Promise<string> => {
  const hash = await host.commit(place, "old", randomUUID());
  await host.run(place, "push", "-q", "--force", copyOf(repository), `HEAD:refs/heads/${branch}`);
  return hash;
};

const cloneFresh = async (repository: RepositoryRecord): Promise<string> => {
  const folder = await host.emptyFolder();
  await host.run(folder, "clone", "-q", host.urlOf(repository), ".");
  await host.run(folder, "fsck", "--full", "--strict");
  return folder;
};

test("a pack takes space once: its blob and the copy's file are the same", async () => {
  const { repository } = await pushed(randomBytes(100_000));
  const [pack] = await packsOf(repository);
  const [blob, file] = await Promise.all([
    stat(join(host.dataDir, "blobs", pack!.blob_id)),
    stat(join(copyOf(repository), "objects", "pack", `pack-${pack!.hash}.pack`)),
  ]);
  expect([file.ino, file.size]).toEqual([blob.ino, Number(pack!.size_bytes)]);
});

test.each(["", "packed-refs", "HEAD", "refs", "objects", "objects/pack"])(
  "a copy without its folder, or without /%s, is restored with all branches",
  async (lost) => {
    const { repository, hash } = await pushed();
    await rm(join(copyOf(repository), lost), { recursive: true });
    expect(await branchesOf(repository)).toEqual({ main: hash });
    await cloneFresh(repository);
  },
);

test("another machine reads a push at once, fetches only what it lacks, and follows a deleted branch", async () => {
  const { repository, place, hash } = await pushed();
  const elsewhere = await host.openElsewhere();
  expect(await branchesOf(repository, elsewhere)).toEqual({ main: hash });
  expect(await elsewhere.file(pathOf(repository), "main", "content")).toBe("<p>hello");
  const next = await host.commit(place, "content", "<p>next");
  await host.run(place, "push", "-q", "origin", "HEAD:next");
  expect(await branchesOf(repository, elsewhere)).toEqual({ main: hash, next });
  await host.run(place, "push", "-q", "origin", ":next");
  expect(await branchesOf(repository, elsewhere)).toEqual({ main: hash });
});

test("a database restored to an earlier time wins over newer copies", async () => {
  const { repository, place, hash } = await pushed();
  const { db } = host.database;
  const state = await db
    .selectFrom("git_repository")
    .selectAll()
    .where("repository_id", "=", repository.id)
    .executeTakeFirstOrThrow();
  await host.commit(place, "content", "lost");
  await host.run(place, "push", "-q", "origin", "main");
  await db.updateTable("git_ref").set({ hash }).where("repository_id", "=", repository.id).execute();
  await db.updateTable("git_repository").set(state).where("repository_id", "=", repository.id).execute();
  expect(await branchesOf(repository)).toEqual({ main: hash });
});

test("a branch and one below its name can't be created at once", async () => {
  const { repository, place } = await pushed();
  const pushes = ["a", "a/b"].map((branch) => host.run(place, "push", "origin", `HEAD:refs/heads/${branch}`));
  const results = await Promise.allSettled(pushes);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(Object.keys(await branchesOf(repository))).toHaveLength(2);
});

test("a push of several branches of which one is behind changes none", async () => {
  const { repository, place, hash } = await pushed();
  const { db } = host.database;
  const other = await host.commit(place, "content", "other");
  await host.run(place, "push", "-q", "origin", "HEAD:other");
  const third = await host.commit(place, "content", "third");
  let push: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`select from git_repository where repository_id = ${repository.id} for update`.execute(trx);
    push = host.run(place, "push", "origin", `HEAD:refs/heads/main`, "HEAD:refs/heads/fresh").catch(String);
    const waiting = sql<{ count: bigint }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"git_repository"%'`;
    await expect.poll(async () => (await waiting.execute(db)).rows[0]!.count).toBe(1n);
    await sql`update git_ref set hash = ${other} where repository_id = ${repository.id} and name = 'refs/heads/main'`.execute(
      trx,
    );
    await sql`update git_repository set version = version + 1 where repository_id = ${repository.id}`.execute(trx);
  });
  expect(await push).toMatch(/main \(fetch first\)[^]*fresh \(not pushed|fresh \(not pushed[^]*main \(fetch first\)/);
  expect([hash, third]).not.toContain((await branchesOf(repository)).main);
  expect(await branchesOf(repository)).toEqual({ main: other, other });
});

test("many packs become one, without the objects of deleted branches, while copies elsewhere stay readable", async () => {
  const { repository, place } = await pushed();
  const large = await host.commit(place, "large", randomBytes(300_000));
  await host.run(place, "push", "-q", "origin", "HEAD:large");
  await host.run(place, "reset", "-q", "--hard", "HEAD~1");
  await host.run(place, "push", "-q", "origin", ":large");
  const elsewhere = await host.openElsewhere();
  await branchesOf(repository, elsewhere);
  let head = "";
  for (let index = 0; index < 20; index += 1) {
    head = await host.commit(place, "content", `${index}`);
    await host.run(place, "push", "-q", "origin", "main");
  }
  const before = await packsOf(repository);
  expect(before.length).toBeGreaterThan(20);
  await host.git.upkeep.consolidate(never);
  // The pack of the deleted branch is larger than all others together, so it stays at first.
  expect((await packsOf(repository)).length).toBeLessThan(4);
  expect(await elsewhere.commit(pathOf(repository), "main")).toMatchObject({ hash: head });
  await cloneFresh(repository);

  const { db } = host.database;
  await db
    .updateTable("git_repository")
    .set({ size_bytes: 1_000_000_000n, packed_at: sql<Date>`now() - interval '2 days'` })
    .where("repository_id", "=", repository.id)
    .execute();
  await host.git.upkeep.consolidate(never);
  const after = await packsOf(repository);
  expect(after).toHaveLength(1);
  expect(Number(after[0]!.size_bytes)).toBeLessThan(100_000);
  const fresh = await host.openElsewhere();
  expect(await branchesOf(repository, fresh)).toEqual({ main: head });
  expect(await fresh.commit(pathOf(repository), large)).toBeUndefined();
  await cloneFresh(repository);

  await db
    .updateTable("git_unused_pack")
    .set({ since: sql<Date>`now() - interval '1 hour'` })
    .execute();
  await host.git.upkeep.deleteUnusedPacks(never);
  const blobs = await readdir(join(host.dataDir, "blobs"));
  expect(blobs.filter((id) => before.some(({ blob_id }) => blob_id === id))).toEqual([]);
  expect(blobs).toContain(after[0]!.blob_id);
  await cloneFresh(repository);
});

test("the blobs of a deleted repository are deleted, and the copies of each machine", async () => {
  const { repository } = await pushed();
  const [pack] = await packsOf(repository);
  const { db } = host.database;
  await db.deleteFrom("repository").where("id", "=", repository.id).execute();
  await db
    .updateTable("git_unused_pack")
    .set({ since: sql<Date>`now() - interval '1 hour'` })
    .execute();
  await host.git.upkeep.deleteUnusedPacks(never);
  expect(await readdir(join(host.dataDir, "blobs"))).not.toContain(pack!.blob_id);
  await host.git.remove(pathOf(repository));
  await expect(readdir(copyOf(repository))).rejects.toThrow("ENOENT");
});

test("a repository in a directory of the version before is taken over once, with loose and packed branches and tags", async () => {
  const repository = await host.create();
  const { db } = host.database;
  const place = await host.clone(repository);
  await rm(copyOf(repository), { recursive: true });
  await db.deleteFrom("git_repository").where("repository_id", "=", repository.id).execute();
  await mkdir(copyOf(repository), { recursive: true });
  await host.run(copyOf(repository), "init", "-q", "--bare", "--initial-branch=main");
  const next = await pushToDirectory(repository, place, "next");
  await host.run(place, "tag", "-a", "v1", "-m", "One");
  await host.run(place, "push", "-q", copyOf(repository), "v1");
  await host.run(copyOf(repository), "gc", "-q");
  const main = await pushToDirectory(repository, place, "main");

  await host.git.upkeep.takeOver(never);
  expect(await packsOf(repository)).toHaveLength(1);
  await host.git.upkeep.takeOver(never);
  await rm(copyOf(repository), { recursive: true });
  expect(await branchesOf(repository)).toEqual({ main, next });
  const clone = await cloneFresh(repository);
  expect(await host.run(clone, "tag")).toBe("v1\n");
});

test("the version before can go on using a shared directory: each sees the pushes and deletions of the other", async () => {
  const { repository, place, hash } = await pushed();
  const old = await pushToDirectory(repository, place, "old");
  expect(await branchesOf(repository)).toEqual({ main: hash, old });
  expect(await branchesOf(repository, await host.openElsewhere())).toEqual({ main: hash, old });
  const clone = await cloneFresh(repository);
  const next = await host.commit(clone, "content", "next");
  await host.run(clone, "push", "-q", "origin", "main");
  const listed = await host.run(place, "ls-remote", "--heads", copyOf(repository));
  expect(listed).toBe(`${next}\trefs/heads/main\n${old}\trefs/heads/old\n`);
  await host.run(place, "push", "-q", copyOf(repository), ":old");
  expect(await branchesOf(repository)).toEqual({ main: next });
  await host.run(copyOf(repository), "gc", "-q", "--prune=now");
  await pushToDirectory(repository, clone, "main");
  expect(Object.keys(await branchesOf(repository))).toEqual(["main"]);
  await cloneFresh(repository);
});

test("a branch pushed to both versions at once keeps both commits", async () => {
  const { repository, place } = await pushed();
  const { db } = host.database;
  const ours = await host.commit(place, "content", "ours");
  await host.run(place, "push", "-q", "origin", "HEAD:ours");
  await host.run(place, "reset", "-q", "--hard", "HEAD~1");
  const theirs = await pushToDirectory(repository, place, "main");
  const main = sql`repository_id = ${repository.id} and name = 'refs/heads/main'`;
  await sql`update git_ref set hash = ${ours} where ${main}`.execute(db);
  expect(await branchesOf(repository)).toEqual({ main: ours, ours, [`main-${theirs.slice(0, 12)}`]: theirs });
});

test("a pack that is damaged in the blob store is not used", async () => {
  const { repository } = await pushed(randomBytes(50_000));
  const [pack] = await packsOf(repository);
  const blob = join(host.dataDir, "blobs", pack!.blob_id);
  const bytes = await readFile(blob);
  bytes[bytes.length >> 1]! ^= 1;
  await rm(blob);
  await writeFile(blob, bytes);
  await expect(branchesOf(repository, await host.openElsewhere())).rejects.toThrow();
});
