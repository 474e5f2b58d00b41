import { statfsSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { testFolder } from "../../../../tests/support/ipfs/blocks.ts";
import { mountSmallDisk } from "../../../../tests/support/server/small-disk.ts";
import { readConfig } from "../../config.ts";
import { asAppError } from "../../kernel/calls/envelope.ts";
import { isDiskFull } from "../blocks/store/disk-full.ts";
import { openBlocks } from "../blocks/open.ts";
import { fullDiskAtStart, openDisk } from "./disk.ts";

const MiB = 1024 * 1024;
const log = pino({ level: "silent" });
const folder = await testFolder();
const isSmall = mountSmallDisk(folder, 40 * MiB);

test.skipIf(!isSmall)(
  "content is rejected while space is low, and the reserve is deleted and recreated with the space",
  async () => {
    const config = readConfig({ DATA_DIR: folder, DISK_MIN_FREE_MB: "8", DISK_RESERVE_MB: "8" });
    const database = await testDatabase();
    const disk = openDisk(config, log);
    const blocks = await openBlocks(config, database, log, disk.requireRoom);
    const reserve = () => {
      disk.check();
      return stat(join(folder, "reserve"));
    };
    await vi.waitFor(reserve, { timeout: 90_000 });
    await blocks.prepareBytes(Buffer.from("there is room"));

    const ballast = join(folder, "ballast");
    await writeFile(ballast, Buffer.alloc(28 * MiB));
    const refused: unknown = await blocks.prepareBytes(Buffer.from("no room")).catch((error: unknown) => error);
    expect(isDiskFull(refused)).toBe(true);
    expect(asAppError(refused)).toMatchObject({ code: "DISK_FULL", status: 507 });
    expect(() => blocks.requireRoom()).toThrow("of disk space left");
    await expect(reserve()).resolves.toMatchObject({ size: 8 * MiB });

    const { bavail, bsize } = statfsSync(folder);
    await writeFile(join(folder, "more"), Buffer.alloc(bavail * bsize - MiB));
    await vi.waitFor(() => expect(reserve()).rejects.toThrow("ENOENT"), { timeout: 90_000 });
    await rm(ballast);
    await rm(join(folder, "more"));
    await blocks.prepareBytes(Buffer.from("there is room again"));
    await vi.waitFor(reserve, { timeout: 90_000 });
    await disk.close();
  },
);

test("a start that fails because of another server's full disk is not reported as this disk's", async () => {
  const { bavail, bsize } = statfsSync(await testFolder());
  expect(bavail * bsize).toBeGreaterThan(64 * MiB);
  const elsewhere = Object.assign(new Error("could not extend file"), { code: "53100" });
  expect(fullDiskAtStart(elsewhere, readConfig({ DATA_DIR: await testFolder() }))).toBeUndefined();
});
