import { randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { testBlocks, type TestBlocks } from "../../../../tests/support/ipfs/blocks.ts";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { heldMessage } from "../../engines/blocks/roots/sweep.ts";
import { createUpkeep } from "./service.ts";

/** Creates upkeep, whose duties `run` by name, and records its notices to operators. */
const atWork = (
  { database }: TestBlocks,
  blocks: Blocks,
  disk = { isLow: () => false, freeBytes: () => 0, totalBytes: () => 0 },
) => {
  const told: string[] = [];
  const upkeep = createUpkeep({
    engines: { blocks, database, disk } as never,
    config: { SCRUB_DAYS: 30, SCRUB_MB_PER_SECOND: 1000 },
    log: pino({ level: "silent" }),
    auth: { operators: async () => ["operator"] },
    notices: {
      create: async (_trx: unknown, _person: string, { message }: { message: string }) => void told.push(message),
      refresh: () => undefined,
    } as never,
  });
  const run = (name: string) => upkeep.duties.find((duty) => duty.name === name)!.run(new AbortController().signal);
  return { told, upkeep, run };
};

const put = async ({ blocks, database }: TestBlocks, content: Uint8Array): Promise<string> => {
  const path = blocks.stagingPath(randomUUID());
  await writeFile(path, content);
  const file = await blocks.prepareFile(path);
  await database.db.transaction().execute((trx) => file.record(trx));
  await file.settle();
  return file.cid;
};

const blobIn = async (dataDir: string): Promise<string> =>
  join(dataDir, "blobs", (await readdir(join(dataDir, "blobs")))[0]!);

test("background verification finds damage, operators are notified once a day, and the next upload repairs it", async () => {
  const store = await testBlocks();
  const { blocks, database, dataDir } = store;
  const content = randomBytes(300_000);
  await put(store, content);
  const makeDue = () => database.pool.query("update blob set verified_at = now() - interval '31 days'");
  const path = await blobIn(dataDir);
  const damaged = Buffer.from(content);
  damaged[150_000]! ^= 1;
  await writeFile(path, damaged);
  await makeDue();

  const { told, upkeep, run } = atWork(store, blocks);
  await run("Verify blobs");
  const notice = 'A stored blob is damaged. Run "npm run verify -- --from FOLDER" with a backup.';
  expect(told).toEqual([notice]);
  expect((await blocks.soundness()).damagedBlobs).toBe(1);
  const before = upkeep.verifiedBytes();
  await makeDue();
  await run("Verify blobs");
  expect(upkeep.verifiedBytes()).toBeGreaterThan(before);
  expect(told).toEqual([notice]);
  await database.pool.query("update instance set damage_told_at = now() - interval '25 hours'");
  await makeDue();
  await run("Verify blobs");
  expect(told).toEqual([notice, notice]);

  await put(store, content);
  expect((await readFile(path)).equals(content)).toBe(true);
  expect((await blocks.soundness()).damagedBlobs).toBe(0);
});

test("operators are notified once if the database lists none of the blobs, and nothing is deleted", async () => {
  const store = await testBlocks();
  await put(store, randomBytes(300_000));
  const anHourAgo = new Date(Date.now() - 3_700_000);
  await utimes(await blobIn(store.dataDir), anHourAgo, anHourAgo);
  await store.database.pool.query("truncate root, blob, block, extent cascade");
  const blocks = await store.reopen();
  const { told, run } = atWork(store, blocks);
  await run("Delete unknown blobs");
  expect(told).toEqual([heldMessage]);
  const swept = vi.spyOn(blocks, "sweep");
  await run("Delete unknown blobs");
  expect(await swept.mock.results[0]!.value).toMatchObject({ isHeld: true, isNew: false });
  expect(told).toEqual([heldMessage]);
  expect(await readdir(join(store.dataDir, "blobs"))).toHaveLength(1);
});

test("once a day, blobs unknown to the database are moved to the trash", async () => {
  const store = await testBlocks();
  const { blocks, dataDir } = store;
  await put(store, randomBytes(300_000));
  const blobs = () => readdir(join(dataDir, "blobs"));
  const known = await blobs();
  const { told, run } = atWork(store, blocks);
  await run("Delete unknown blobs");
  const [orphan, young] = [randomUUID(), randomUUID()];
  for (const id of [orphan, young]) await writeFile(join(dataDir, "blobs", id), "bytes");
  const anHourAgo = new Date(Date.now() - 3_700_000);
  await utimes(join(dataDir, "blobs", orphan), anHourAgo, anHourAgo);
  await run("Delete unknown blobs");
  expect((await blobs()).toSorted()).toEqual([...known, young].toSorted());
  expect(await readdir(join(dataDir, "trash"))).toEqual([orphan]);
  expect(told).toEqual([]);
});

test("operators are notified each time that disk space runs low, and not while it stays low", async () => {
  const store = await testBlocks();
  let freeMiB = 1000;
  const disk = { isLow: () => freeMiB < 500, freeBytes: () => freeMiB * 1024 * 1024, totalBytes: () => 0 };
  const { told, run } = atWork(store, store.blocks, disk);
  const notice = (left: number): string =>
    `The disk is almost full: ${left} MiB left. New content is rejected until space is freed.`;
  for (freeMiB of [1000, 400, 300]) await run("Report a full disk");
  expect(told).toEqual([notice(400)]);
  for (freeMiB of [1000, 200]) await run("Report a full disk");
  expect(told).toEqual([notice(400), notice(200)]);
});
