/** Uploads whose parts are received by several processes, on a shared folder and on S3 with separate folders. */
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { testFolder } from "../../../../tests/support/ipfs/blocks.ts";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { testS3 } from "../../../../tests/support/storage/s3.ts";
import { readConfig } from "../../config.ts";
import { openBlocks } from "../../engines/blocks/open.ts";
import { createUploads } from "./service.ts";

const teamId = "0195a000-0000-7000-8000-000000000001";
const content = randomBytes(3_000_000);
const cuts = [0, 700_000, 1_000_000, 2_500_000, content.length];

/** Opens two processes of one instance, and returns the names of staged files that nothing needs anymore. */
const twoProcesses = async (isOnS3: boolean) => {
  const database = await testDatabase();
  const s3 = isOnS3 ? await testS3() : undefined;
  const folders = s3 ? [await testFolder(), await testFolder()] : [await testFolder()];
  const open = async (dataDir: string) => {
    const config = readConfig({
      DATA_DIR: dataDir,
      ...(s3 && {
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: s3.bucket,
        S3_ACCESS_KEY: s3.accessKey,
        S3_SECRET_KEY: s3.secretKey,
      }),
    });
    const blocks = await openBlocks(config, database, pino({ level: "silent" }));
    return { blocks, uploads: createUploads({ blocks, database }) };
  };
  const [a, b] = [await open(folders[0]!), await open(folders.at(-1)!)];
  const staged = async (): Promise<string[]> => [
    ...(await Promise.all(folders.map((folder) => readdir(join(folder, "staging"))))).flat(),
    ...[...(s3?.objects.keys() ?? [])].filter((key) => key.startsWith("staged/")),
  ];
  const create = async (sizeBytes: number): Promise<string> => {
    const files = [{ path: "index.html", sizeBytes }];
    const start = await a.uploads.prepare(teamId, { kind: "folder", files });
    return (await database.db.transaction().execute(start)).uploadId;
  };
  return { a, b, database, staged, create };
};

const part = (start: number, end: number) => ({
  offset: start,
  stream: Readable.from([content.subarray(start, end)]),
  lengthBytes: end - start,
});

describe.each([
  ["a shared folder", false],
  ["S3 and separate folders", true],
])("two processes with %s", (_, isOnS3) => {
  test("take parts in turn, and either publishes the upload", async () => {
    const { a, b, staged, create } = await twoProcesses(isOnS3);
    const uploadId = await create(content.length);
    for (const [index, start] of cuts.slice(0, -1).entries())
      await (index % 2 ? b : a).uploads.append(teamId, uploadId, part(start, cuts[index + 1]!));
    const { cid } = await b.uploads.publish(teamId, uploadId);
    const { cid: file } = (await a.blocks.resolve(CID.parse(cid), ["index.html"]))!;
    expect((await buffer(await a.blocks.read(file))).equals(content)).toBe(true);
    expect(await a.uploads.publish(teamId, uploadId)).toMatchObject({ cid });
    expect(await staged()).toEqual([]);
  });

  test("accept one of two parts at the same offset, and keep its bytes only", async () => {
    const { a, b, staged, create } = await twoProcesses(isOnS3);
    const uploadId = await create(2000);
    await a.uploads.append(teamId, uploadId, part(0, 1000));
    const ends = await Promise.allSettled([
      a.uploads.append(teamId, uploadId, part(1000, 2000)),
      b.uploads.append(teamId, uploadId, {
        offset: 1000,
        stream: Readable.from([Buffer.alloc(1000)]),
        lengthBytes: 1000,
      }),
    ]);
    const isAccepted = ends.map(({ status }) => status === "fulfilled");
    expect(isAccepted.filter(Boolean)).toHaveLength(1);
    expect(ends.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "UPLOAD_OFFSET" } });
    const { cid } = await a.uploads.publish(teamId, uploadId);
    const { cid: file } = (await b.blocks.resolve(CID.parse(cid), ["index.html"]))!;
    const kept = isAccepted[0] ? content.subarray(1000, 2000) : Buffer.alloc(1000);
    expect(await buffer(await b.blocks.read(file))).toEqual(Buffer.concat([content.subarray(0, 1000), kept]));
    expect(await staged()).toEqual([]);
  });

  test("keep the bytes received before a connection breaks, and the other process continues after them", async () => {
    const { a, b, create } = await twoProcesses(isOnS3);
    const uploadId = await create(content.length);
    const broken = async function* () {
      yield content.subarray(0, 1000);
      throw new Error("reset");
    };
    const stream = Readable.from(broken());
    await expect(a.uploads.append(teamId, uploadId, { offset: 0, stream, lengthBytes: 5000 })).rejects.toThrow("reset");
    expect(await b.uploads.append(teamId, uploadId, part(1000, content.length))).toMatchObject({
      received: content.length,
    });
    expect(await b.uploads.publish(teamId, uploadId)).toMatchObject({ sizeBytes: content.length });
  });

  test("remove abandoned uploads with the files of both, and no others", async () => {
    const { a, b, database, staged, create } = await twoProcesses(isOnS3);
    const [old, fresh] = [await create(2000), await create(2000)];
    for (const uploadId of [old, fresh]) {
      await a.uploads.append(teamId, uploadId, part(0, 500));
      await b.uploads.append(teamId, uploadId, part(500, 1000));
    }
    expect(await staged()).toHaveLength(4);
    await database.pool.query("update upload set touched_at = now() - interval '25 hours' where id = $1", [old]);
    // Alone, it may remove young files too.
    const sweeper = createUploads({ blocks: b.blocks, database: { ...database, embedded: { dataDir: "" } } });
    await sweeper.sweep();
    expect(await staged()).toHaveLength(2);
    await b.uploads.append(teamId, fresh, part(1000, 2000));
    expect(await a.uploads.publish(teamId, fresh)).toMatchObject({ sizeBytes: 2000 });
  });
});

test("an upload whose pieces are lost, as after restoring a backup, is incomplete and must be sent again", async () => {
  const { a, b, database, create } = await twoProcesses(true);
  const uploadId = await create(1000);
  await a.uploads.append(teamId, uploadId, part(0, 1000));
  const { file_id } = await database.db.selectFrom("upload_piece").select("file_id").executeTakeFirstOrThrow();
  await a.blocks.staged.remove([`upload-${file_id}`]);
  await expect(b.uploads.publish(teamId, uploadId)).rejects.toMatchObject({ code: "UPLOAD_INCOMPLETE" });
  await expect(b.uploads.show(database.db, teamId, uploadId)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
