import { randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { beforeEach, expect, test, vi } from "vitest";
import { testBlocks, type TestBlocks } from "../../../../tests/support/blocks.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { heldMessage } from "../../engines/blocks/sweep.ts";
import { createUpkeep } from "./service.ts";

const dayMs = 86_400_000;
const lookMs = 10_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));

/** Starts upkeep and records its notices to operators. */
const atWork = ({ database }: TestBlocks, blocks: Blocks, disk = { isLow: () => false, freeBytes: () => 0 }) => {
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
  upkeep.work();
  atFileEnd(() => upkeep.close());
  return { told, upkeep };
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

  const { told, upkeep } = atWork(store, blocks);
  const notice = 'A stored blob is damaged. Run "npm run verify -- --from FOLDER" with a backup.';
  await expect.poll(() => told).toEqual([notice]);
  expect((await blocks.soundness()).damagedBlobs).toBe(1);
  const lookAgain = async (): Promise<void> => {
    const before = upkeep.verifiedBytes();
    await makeDue();
    vi.advanceTimersByTime(lookMs);
    await expect.poll(() => upkeep.verifiedBytes()).toBeGreaterThan(before);
  };
  await lookAgain();
  await upkeep.close();
  expect(told).toEqual([notice]);
  await database.pool.query("update instance set damage_told_at = now() - interval '25 hours'");
  await makeDue();
  const tomorrow = atWork(store, blocks);
  await expect.poll(() => tomorrow.told).toEqual([notice]);

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
  const { told } = atWork(store, blocks);
  await expect.poll(() => told).toEqual([heldMessage]);
  const swept = vi.spyOn(blocks, "sweep");
  vi.advanceTimersByTime(dayMs);
  await expect.poll(() => swept.mock.results.length).toBe(1);
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
  const { told } = atWork(store, blocks);
  const [orphan, young] = [randomUUID(), randomUUID()];
  for (const id of [orphan, young]) await writeFile(join(dataDir, "blobs", id), "bytes");
  const anHourAgo = new Date(Date.now() - 3_700_000);
  await utimes(join(dataDir, "blobs", orphan), anHourAgo, anHourAgo);
  vi.advanceTimersByTime(dayMs);
  await expect.poll(blobs).toHaveLength(2);
  expect((await blobs()).toSorted()).toEqual([...known, young].toSorted());
  expect(await readdir(join(dataDir, "trash"))).toEqual([orphan]);
  expect(told).toEqual([]);
});

test("operators are notified each time that disk space runs low, and not while it stays low", async () => {
  const store = await testBlocks();
  let freeMiB = 1000;
  const looks = vi.fn(() => freeMiB < 500);
  const { told } = atWork(store, store.blocks, { isLow: looks, freeBytes: () => freeMiB * 1024 * 1024 });
  const look = async (): Promise<void> => {
    const before = looks.mock.calls.length;
    vi.advanceTimersByTime(lookMs);
    expect(looks.mock.calls.length).toBe(before + 1);
  };
  const notice = (left: number): string =>
    `The disk is almost full: ${left} MiB left. New content is rejected until space is freed.`;
  freeMiB = 400;
  await look();
  await expect.poll(() => told).toEqual([notice(400)]);
  freeMiB = 300;
  await look();
  freeMiB = 1000;
  await look();
  freeMiB = 200;
  await look();
  await expect.poll(() => told).toEqual([notice(400), notice(200)]);
});
