import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { testBlocks } from "../../../../tests/support/ipfs/blocks.ts";
import { silentRealtime } from "../../../../tests/support/server/realtime.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { createContentOwners } from "./service.ts";

const openHoldings = async (allowedBytes = 1_000_000n) => {
  const { blocks, database } = await testBlocks();
  let stored = 0n;
  const store = async (_trx: Trx, _team: string, delta: bigint | number): Promise<void> => {
    if (stored + BigInt(delta) > allowedBytes) throw new AppError("ALLOWANCE_USED_UP");
    stored += BigInt(delta);
  };
  const contentOwners = createContentOwners({
    engines: { database, blocks, realtime: silentRealtime },
    allowance: { store },
  });
  const { db } = database;
  const prepare = async (text: string) => {
    const path = blocks.stagingPath(randomUUID());
    await writeFile(path, text);
    return blocks.prepareFile(path);
  };
  const put = async (teamId: string, text: string): Promise<string> => {
    const file = await prepare(text);
    try {
      await db.transaction().execute(async (trx) => {
        await file.record(trx);
        await contentOwners.add(trx, teamId, [file]);
      });
    } finally {
      await file.settle();
    }
    return file.cid;
  };
  const drop = (teamId: string, cid: string) =>
    db.transaction().execute((trx) => contentOwners.drop(trx, teamId, [cid]));
  return { blocks, db, contentOwners, prepare, put, drop, stored: () => stored };
};

test("a root is charged to a team once, regardless of its number of holders, and is deleted with the last one", async () => {
  const on = await openHoldings();
  const [team, other] = [randomUUID(), randomUUID()];
  const cid = await on.put(team, "twelve bytes");
  await on.put(team, "twelve bytes");
  expect(on.stored()).toBe(12n);
  await on.put(other, "twelve bytes");
  expect(on.stored()).toBe(24n);
  expect((await on.blocks.totals()).files).toBe(1);

  await on.drop(team, cid);
  expect(on.stored()).toBe(24n);
  await on.drop(team, cid);
  expect(on.stored()).toBe(12n);
  await on.contentOwners.clear();
  expect((await on.blocks.totals()).files).toBe(1);
  await on.drop(other, cid);
  await on.contentOwners.clear();
  expect(await on.blocks.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
});

test("a root beyond the allowance leaves nothing behind", async () => {
  const on = await openHoldings(10n);
  const team = randomUUID();
  await expect(on.put(team, "twelve bytes")).rejects.toThrow("Insufficient resources");
  expect(on.stored()).toBe(0n);
  expect(await on.blocks.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
});

test("garbage collection passes over a root that a transaction reuses, and later keeps it", async () => {
  const on = await openHoldings();
  const team = randomUUID();
  const cid = await on.put(team, "once more");
  await on.drop(team, cid);
  const again = await on.prepare("once more");
  await on.db.transaction().execute(async (trx) => {
    await again.record(trx);
    await on.contentOwners.clear();
    await on.contentOwners.add(trx, team, [again]);
  });
  await on.contentOwners.clear();
  await again.settle();
  expect((await on.blocks.totals()).files).toBe(1);
  expect(await on.contentOwners.isOwn(on.db, team, CID.parse(cid))).toBe(true);
});

test("many roots are deleted together, without the ones that are busy, held or used by a transaction", async () => {
  const on = await openHoldings(10n ** 9n);
  const team = randomUUID();
  const cids: string[] = [];
  for (let number = 0; number < 230; number += 1)
    cids.push(await on.put(team, `content ${number} `.repeat(1 + (number % 3) * 2000)));
  const [used, busy, held, ...others] = cids;
  on.contentOwners.addReferenceCheck(async (_, asked) => new Map(asked.includes(busy!) ? [[busy!, "busy"]] : []));
  await on.put(randomUUID(), "content 2 ".repeat(4001));
  for (const cid of cids) await on.drop(team, cid);
  const isThere = async (cid: string): Promise<boolean> => on.blocks.has(CID.parse(cid));
  const again = await on.prepare("content 0 ");
  await on.db.transaction().execute(async (trx) => {
    await again.record(trx);
    await on.contentOwners.clear();
  });
  expect((await Promise.all(others.map(isThere))).filter(Boolean)).toEqual([]);
  expect(await Promise.all([used, busy, held].map((cid) => isThere(cid!)))).toEqual([true, true, true]);
  await on.contentOwners.clear();
  expect(await Promise.all([used, busy, held].map((cid) => isThere(cid!)))).toEqual([false, true, true]);
  expect((await on.blocks.totals()).files).toBe(2);
});

test("other references to a root are checked before it is deleted", async () => {
  const on = await openHoldings();
  const team = randomUUID();
  let answer: "busy" | undefined = "busy";
  on.contentOwners.addReferenceCheck(async (_, cids) => new Map(answer ? cids.map((each) => [each, answer!]) : []));
  const cid = await on.put(team, "published");
  await on.drop(team, cid);
  await on.contentOwners.clear();
  expect((await on.blocks.totals()).files).toBe(1);
  answer = undefined;
  await on.contentOwners.clear();
  expect((await on.blocks.totals()).files).toBe(0);
});
