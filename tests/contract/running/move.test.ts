/** Moves a real server process to PostgreSQL and S3 while clients write: nothing acknowledged is lost, on the way there and back. */
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { Client } from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { unlockAllUsersOn } from "../../support/billing/unlocks.ts";
import { startExternalDatabase } from "../../support/database/external-database.ts";
import { prepareDatabase } from "../../support/database/prepared-database.ts";
import { pushFile } from "../../support/git/git-client.ts";
import { patience } from "../../support/patience.ts";
import { startCloudProcess, temporaryFolder, type CloudProcess } from "../../support/server/cloud-process.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { equalSides, runMove } from "../../support/server/move-command.ts";
import { ask } from "../../support/server/http.ts";
import { s3ClientAt, s3User } from "../../support/storage/s3-user.ts";

const Bucket = "moving";
const isSoak = Boolean(process.env.SOAK);
/** The phases in which a move is killed; all of them in the soak tests. */
const phases = isSoak
  ? ["· preparing", "· blobs", "· tables", "changed rows", "· copying the last", "· comparing"]
  : ["· tables", "· copying the last"];

let folder: string;
let dataDir: string;
let cloud: CloudProcess;
let url: string;
let client: S3Client;
let pushedAt: (url: string) => Promise<string>;
let target: {
  readonly bucketUrl: string;
  readonly keys: Record<string, string>;
  readonly databaseUrl: (name: string) => string;
};

beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder, "moving");
  const server = await startExternalDatabase(join(folder, "server"));
  const { DATABASE_URL } = server.settings;
  const database = new Client({ connectionString: DATABASE_URL });
  await database.connect();
  for (const name of ["first", "second"]) await database.query(`create database ${name}`);
  await database.end();
  const storage = await testCloud();
  const keeper = await s3User(storage.url);
  await keeper.client.send(new CreateBucketCommand({ Bucket: "blobs-of-another" }));
  const { accessKey, secretKey } = await keeper.makeKey();
  target = {
    bucketUrl: `${keeper.endpoint}/blobs-of-another`,
    keys: { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey },
    databaseUrl: (name) => DATABASE_URL.replace("/freehold?", `/${name}?`),
  };

  await prepareDatabase(dataDir);
  cloud = startCloudProcess(dataDir, { DRAIN_SECONDS: "5" });
  url = await cloud.ready;
  await unlockAllUsersOn(dataDir);
  const user = await s3User(url);
  client = s3ClientAt(user.endpoint, await user.makeKey());
  await client.send(new CreateBucketCommand({ Bucket }));
  await user.site("moved", "<h1>Moved</h1>");
  pushedAt = await pushFile(user, "moved", "a commit");
});

const moveCommand = (args: readonly string[], until?: string): Promise<string> =>
  runMove(args, { folder, env: { ...target.keys, DATA_DIR: dataDir }, until });

const bodyOf = (n: number): Buffer => Buffer.alloc(n % 5 === 0 ? 300_000 : 200, `object ${n} `);

/** Writes objects one after another, each until it is acknowledged, and deletes every seventh. */
const writeAway = () => {
  const kept = new Set<number>();
  const stopping = new AbortController();
  let n = 0;
  const persist = async (work: () => Promise<unknown>): Promise<boolean> => {
    while (!stopping.signal.aborted) {
      try {
        await work();
        return true;
      } catch {
        await delay(20);
      }
    }
    return false;
  };
  const writing = (async () => {
    for (;;) {
      n += 1;
      const own = n;
      if (!(await persist(() => client.send(new PutObjectCommand({ Bucket, Key: `o-${own}`, Body: bodyOf(own) })))))
        return;
      kept.add(own);
    }
  })();
  return {
    kept,
    until: (count: number) => vi.waitFor(() => expect(kept.size).toBeGreaterThanOrEqual(count), patience),
    stop: async () => {
      stopping.abort();
      await writing;
    },
  };
};

const expectAll = async (kept: ReadonlySet<number>): Promise<void> => {
  const missing: number[] = [];
  for (const n of kept) {
    const bytes = await client
      .send(new GetObjectCommand({ Bucket, Key: `o-${n}` }))
      .then(async ({ Body }) => Buffer.from(await Body!.transformToByteArray()))
      .catch(() => undefined);
    if (!bytes?.equals(bodyOf(n))) missing.push(n);
  }
  expect(missing).toEqual([]);
  const { port } = new URL(url);
  expect((await ask(Number(port), `moved.localhost:${port}`, "/")).body.toString()).toBe("<h1>Moved</h1>");
  expect(await pushedAt(url)).toBe("a commit");
};

const query = async <Row extends object>(name: string, text: string): Promise<Row> => {
  const database = new Client({ connectionString: target.databaseUrl(name) });
  await database.connect();
  try {
    return (await database.query<Row>(text)).rows[0]!;
  } finally {
    await database.end();
  }
};

test("a move under load survives kills, loses nothing, and is reverted with what was written since", async () => {
  const place = ["--database", target.databaseUrl("first"), "--s3", target.bucketUrl];
  await expect(moveCommand(["--revert"])).rejects.toThrow("No move is in progress.");
  const writer = writeAway();
  await writer.until(30);
  for (const phase of phases) {
    await moveCommand(place, phase);
    // A kill never leaves the instance without its server.
    await writer.until(writer.kept.size + 5);
  }
  expect(existsSync(join(dataDir, "moved.env"))).toBe(false);
  await expect(moveCommand(["--database", target.databaseUrl("second")])).rejects.toThrow(
    "Another move is in progress",
  );
  expect(await moveCommand(place)).toMatch(equalSides);
  await writer.until(writer.kept.size + 20);
  const acknowledged = writer.kept.size;
  const moved = await query<{ objects: string; unchecked: string }>(
    "first",
    `select (select count(*) from bucket_object) as objects,
       (select count(*) from pg_constraint where contype = 'f' and not convalidated) as unchecked`,
  );
  expect(Number(moved.objects)).toBeGreaterThanOrEqual(acknowledged);
  expect(moved.unchecked).toBe("0");
  await expect(moveCommand(place)).rejects.toThrow("already moved");

  if (isSoak) {
    await moveCommand(["--revert"], "· comparing");
    await writer.until(writer.kept.size + 5);
  }
  expect(await moveCommand(["--revert"])).toMatch(equalSides);
  await writer.until(writer.kept.size + 5);
  await writer.stop();
  await expectAll(writer.kept);
  expect(existsSync(join(dataDir, "moved.env"))).toBe(false);
});

test("a database or bucket with other data is refused, and a confirmed move starts on the new side only", async () => {
  await expect(moveCommand(["--database", target.databaseUrl("first"), "--s3", target.bucketUrl])).rejects.toThrow(
    /not empty|another move/,
  );
  await moveCommand(["--revert"]);
  const name = `o-${randomUUID()}`;
  const large = randomBytes(400_000);
  await client.send(new PutObjectCommand({ Bucket, Key: name, Body: large }));
  await moveCommand(["--database", target.databaseUrl("second"), "--s3", target.bucketUrl]);
  expect(await moveCommand(["--confirm"])).toContain(join(dataDir, "moved.env"));
  await expect(moveCommand(["--revert"])).rejects.toThrow("No move is in progress.");
  await cloud.end("SIGKILL");
  expect(existsSync(join(dataDir, "postgres/data"))).toBe(false);
  cloud = startCloudProcess(dataDir, { PORT: new URL(url).port });
  await cloud.ready;
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name }));
  expect(Buffer.from(await Body!.transformToByteArray()).equals(large)).toBe(true);
  await rm(join(dataDir, "git"), { recursive: true, force: true });
  expect(await pushedAt(url)).toBe("a commit");
  expect(existsSync(join(dataDir, "postgres/data"))).toBe(false);
});
