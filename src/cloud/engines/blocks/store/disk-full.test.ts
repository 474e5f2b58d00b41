import { randomUUID } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import { expect, test } from "vitest";
import { testFolder } from "../../../../../tests/support/ipfs/blocks.ts";
import { testDatabase } from "../../../../../tests/support/database/database.ts";
import { mountSmallDisk } from "../../../../../tests/support/server/small-disk.ts";
import { keyStream } from "../../../../../tests/support/ipfs/unixfs.ts";
import { readConfig } from "../../../config.ts";
import { isDiskFull } from "./disk-full.ts";
import { openBlocks } from "../open.ts";

const MiB = 1024 * 1024;

const folder = await testFolder();
const dataDir = mountSmallDisk(folder, 5 * MiB) ? folder : undefined;

test.skipIf(!dataDir)(
  "a full disk is reported as such, leaves nothing behind, and work resumes once there is space",
  async () => {
    const database = await testDatabase();
    const config = readConfig({ DATA_DIR: dataDir! });
    const blocks = await openBlocks(
      config,
      { ...database, embedded: { dataDir: dataDir! } },
      pino({ level: "silent" }),
    );
    const parts = ["a", "b"].map((name) => blocks.stagingPath(name));
    const content = keyStream("full")(3 * MiB);
    await writeFile(parts[0]!, content.subarray(0, 2 * MiB));
    await writeFile(parts[1]!, content.subarray(2 * MiB));

    // Three MiB are stored, and joining needs three more.
    const failure: unknown = await blocks.prepareJoined(parts).catch((error: unknown) => error);
    expect(isDiskFull(failure)).toBe(true);
    expect(await readdir(join(dataDir!, "blobs"))).toEqual([]);
    expect((await readdir(join(dataDir!, "staging"))).toSorted()).toEqual(["a", "b"]);
    expect(await blocks.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });

    // A second name needs no space: a single part still becomes a blob on a full disk.
    const ballast = join(dataDir!, "ballast");
    await writeFile(ballast, Buffer.alloc(2 * MiB)).catch((error: unknown) => expect(isDiskFull(error)).toBe(true));
    const first = await blocks.prepareJoined([parts[0]!]);
    await database.db.transaction().execute((trx) => first.record(trx));
    expect((await buffer(await blocks.read(CID.parse(first.cid)))).equals(content.subarray(0, 2 * MiB))).toBe(true);

    // Folders of many files need space, too.
    const names = Array.from({ length: 20_000 }, () => ({ path: randomUUID(), cid: first.cid, sizeBytes: 2 * MiB }));
    const tree: unknown = await blocks
      .importLinks(
        (async function* () {
          yield* names;
        })(),
      )
      .catch((error: unknown) => error);
    expect(isDiskFull(tree)).toBe(true);
    expect((await readdir(join(dataDir!, "staging"))).toSorted()).toEqual(["a", "b"]);

    await rm(ballast);
    await blocks.forget(first.cid);
    await rm(parts[0]!);
    const second = await blocks.prepareFile(parts[1]!);
    await database.db.transaction().execute((trx) => second.record(trx));
    expect((await blocks.totals()).storedBytes).toBe(MiB);
  },
);

test("other errors are not reported as a full disk", () => {
  expect(isDiskFull(Object.assign(new Error("denied"), { code: "EACCES" }))).toBe(false);
  expect(isDiskFull(new Error("outer", { cause: Object.assign(new Error("inner"), { code: "53100" }) }))).toBe(true);
  expect(isDiskFull("ENOSPC")).toBe(false);
});
