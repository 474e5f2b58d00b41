/** Encrypted backups of real server processes: what is restored, and with which key. */
import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { unlockAllUsersOn, unlockUsersOf } from "../../support/billing/unlocks.ts";
import { withEmbeddedDatabase } from "../../support/database/embedded-database.ts";
import { startExternalDatabase } from "../../support/database/external-database.ts";
import { prepareDatabase } from "../../support/database/prepared-database.ts";
import { pushFile } from "../../support/git/git-client.ts";
import { patience } from "../../support/patience.ts";
import { backupCommand } from "../../support/server/backup-command.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";
import { s3ClientAt, s3User } from "../../support/storage/s3-user.ts";

const large = randomBytes(700_000);

const pageAt = async (url: string, name: string): Promise<string> => {
  const { port } = new URL(url);
  return (await ask(Number(port), `${name}.localhost:${port}`, "/")).body.toString();
};

const put = (client: S3Client, Key: string, Body: Uint8Array | string) =>
  client.send(new PutObjectCommand({ Bucket: "kept", Key, Body }));
const textOf = async (client: S3Client, Key: string): Promise<Buffer> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: "kept", Key }));
  return Buffer.from(await Body!.transformToByteArray());
};

test("an encrypted incremental backup restores the same sites and objects, a point in time only what was written before it, and another key is refused", async () => {
  const folder = await temporaryFolder();
  const place = join(folder, "backups");
  const settings = {
    BACKUP_TO: place,
    BACKUP_KEY: "b".repeat(40),
    BACKUP_LOG_SECONDS: "1",
    BACKUP_HOURS: "0.01",
  };
  const original = join(folder, "original");
  await prepareDatabase(original);
  const cloud = startCloudProcess(original, settings);
  const url = await cloud.ready;
  await unlockAllUsersOn(original);
  const user = await s3User(url);
  const key = await user.makeKey();
  const client = s3ClientAt(user.endpoint, key);
  await client.send(new CreateBucketCommand({ Bucket: "kept" }));
  await put(client, "large", large);
  await user.site("kept", "<h1>Kept</h1>");
  const pushedAt = await pushFile(user, "kept", "a commit");

  const filesOf = async (prefix: string) =>
    (await readdir(join(place, "blobs"))).filter((name) => name.startsWith(prefix));
  // The duty may have started one before the object was written.
  const first = await backupCommand(original, ["backup"], settings);
  expect(first).toMatch(/Backup \S+ saved in the directory .*: \d+ of \d+ blobs are new, \d+ bytes were written\./);
  const blobs = await filesOf("blob-");
  expect(blobs.length).toBeGreaterThan(0);
  for (const name of await readdir(join(place, "blobs")))
    expect(name).toMatch(/^(archive|backup|blob|wal)-|^key-check$/);
  const second = await backupCommand(original, ["backup"], settings);
  expect(second).toContain(`: 0 of ${blobs.length} blobs are new`);

  const loggedAfter = (time: Date) =>
    vi.waitFor(
      () =>
        withEmbeddedDatabase(original, async (database) => {
          const { rows } = await database.query<{ at: Date | null }>("select backup_log_at as at from instance");
          expect(rows[0]!.at!.getTime()).toBeGreaterThan(time.getTime());
        }),
      patience,
    );
  const now = () =>
    withEmbeddedDatabase(original, async (database) => {
      const { rows } = await database.query<{ at: Date }>("select clock_timestamp() as at");
      return rows[0]!.at;
    });
  await put(client, "before", "first");
  const between = await now();
  await put(client, "after", randomBytes(300_000));
  await loggedAfter(await now());
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(Number(/^freehold_backup_last_success_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(1e9);
  expect(Number(/^freehold_backup_size_bytes (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(large.length);
  await cloud.end("SIGKILL");

  const [copy, past] = [join(folder, "copy"), join(folder, "past")];
  await expect(backupCommand(copy, ["restore"], { ...settings, BACKUP_KEY: "c".repeat(40) })).rejects.toThrow(
    "BACKUP_KEY is not the key of the backups in",
  );
  await expect(backupCommand(copy, ["restore"], { BACKUP_TO: place })).rejects.toThrow("Set BACKUP_KEY");
  await expect(backupCommand(copy, ["restore", "--at", "2001-01-01T00:00:00Z"], settings)).rejects.toThrow(
    "Choose that time or a later one",
  );

  expect(await backupCommand(copy, ["restore"], settings)).toContain(
    "Restored the state at the end of the copied database log",
  );
  await expect(backupCommand(copy, ["restore"], settings)).rejects.toThrow("is not empty");
  const restored = startCloudProcess(copy);
  const restoredUrl = await restored.ready;
  const again = s3ClientAt(`${restoredUrl}/s3`, key);
  expect((await textOf(again, "large")).equals(large)).toBe(true);
  expect((await textOf(again, "before")).toString()).toBe("first");
  expect(await textOf(again, "after")).toHaveLength(300_000);
  expect(await pageAt(restoredUrl, "kept")).toBe("<h1>Kept</h1>");
  expect(await pushedAt(restoredUrl)).toBe("a commit");
  await restored.end("SIGINT");

  await backupCommand(past, ["restore", "--at", between.toISOString()], settings);
  const earlier = startCloudProcess(past);
  const then = s3ClientAt(`${await earlier.ready}/s3`, key);
  expect((await textOf(then, "before")).toString()).toBe("first");
  await expect(textOf(then, "after")).rejects.toThrow(/key does not exist|NoSuchKey/i);
  await earlier.end("SIGINT");
});

test("rows of an external database and files are backed up to a bucket, restored into an empty database and bucket, and backed up from there", async () => {
  const folder = await temporaryFolder();
  const storage = await testCloud();
  const keeper = await s3User(storage.url);
  const keeperKey = await keeper.makeKey();
  for (const Bucket of ["for-backups", "for-blobs"]) await keeper.client.send(new CreateBucketCommand({ Bucket }));
  const server = await startExternalDatabase(join(folder, "server"));
  const { DATABASE_URL } = server.settings;
  const backups = {
    BACKUP_TO: `${keeper.endpoint}/for-backups`,
    BACKUP_KEY: "d".repeat(40),
    BACKUP_S3_ACCESS_KEY: keeperKey.accessKey,
    BACKUP_S3_SECRET_KEY: keeperKey.secretKey,
  };
  const original = join(folder, "external");
  const cloud = startCloudProcess(original, server.settings);
  const url = await cloud.ready;
  const database = new Client({ connectionString: DATABASE_URL });
  await database.connect();
  await unlockUsersOf(database);
  const user = await s3User(url);
  const key = await user.makeKey();
  const client = s3ClientAt(user.endpoint, key);
  await client.send(new CreateBucketCommand({ Bucket: "kept" }));
  await put(client, "large", large);
  await put(client, "small", "a few bytes");
  await user.site("elsewhere", "<h1>Elsewhere</h1>");
  await backupCommand(original, ["backup"], { ...server.settings, ...backups });
  const { rows } = await database.query<{ count: string }>("select count(*) from operation_log");
  await cloud.end("SIGINT");

  for (const name of ["restored", "restored_again"]) await database.query(`create database ${name}`);
  await database.end();
  const target = {
    ...server.settings,
    DATABASE_URL: DATABASE_URL.replace("/freehold?", "/restored?"),
    S3_ENDPOINT: keeper.endpoint,
    S3_BUCKET: "for-blobs",
    S3_ACCESS_KEY: keeperKey.accessKey,
    S3_SECRET_KEY: keeperKey.secretKey,
  };
  const copy = join(folder, "external-copy");
  await expect(backupCommand(copy, ["restore"], { ...target, DATABASE_URL, ...backups })).rejects.toThrow(
    "The database is not empty",
  );
  await rm(copy, { recursive: true, force: true });
  expect(await backupCommand(copy, ["restore"], { ...target, ...backups })).toContain("Restored the backup of");
  const restored = startCloudProcess(copy, target);
  const restoredUrl = await restored.ready;
  const again = s3ClientAt(`${restoredUrl}/s3`, key);
  expect((await textOf(again, "large")).equals(large)).toBe(true);
  expect((await textOf(again, "small")).toString()).toBe("a few bytes");
  expect(await pageAt(restoredUrl, "elsewhere")).toBe("<h1>Elsewhere</h1>");
  const check = new Client({ connectionString: target.DATABASE_URL });
  await check.connect();
  const after = await check.query<{ count: string; unchecked: string }>(
    `select (select count(*) from operation_log) as count,
       (select count(*) from pg_constraint where contype = 'f' and not convalidated) as unchecked`,
  );
  await check.end();
  expect(Number(after.rows[0]!.count)).toBeGreaterThanOrEqual(Number(rows[0]!.count));
  expect(after.rows[0]!.unchecked).toBe("0");
  const newer = randomBytes(600_000);
  await put(again, "newer", newer);
  const saved = await backupCommand(copy, ["backup"], { ...target, ...backups });
  // The other blobs are those of the first backup.
  expect(saved).toMatch(/: 1 of \d+ blobs are new/);
  await restored.end("SIGINT");

  const onFiles = { ...server.settings, DATABASE_URL: DATABASE_URL.replace("/freehold?", "/restored_again?") };
  const last = join(folder, "last-copy");
  await backupCommand(last, ["restore"], { ...onFiles, ...backups });
  const final = startCloudProcess(last, onFiles);
  const lastClient = s3ClientAt(`${await final.ready}/s3`, key);
  expect((await textOf(lastClient, "newer")).equals(newer)).toBe(true);
  expect((await textOf(lastClient, "large")).equals(large)).toBe(true);
  await final.end("SIGINT");
});
