import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { testBlocks } from "../../../../tests/support/ipfs/blocks.ts";
import { silentRealtime } from "../../../../tests/support/server/realtime.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { createContentOwners } from "./service.ts";
import type { ReferenceState } from "./model.ts";

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

test("garbage collection waits for a transaction that reuses a root, and then keeps it", async () => {
  const on = await openHoldings();
  const team = randomUUID();
  const cid = await on.put(team, "once more");
  await on.drop(team, cid);
  const again = await on.prepare("once more");
  let clearing: Promise<void> | undefined;
  await on.db.transaction().execute(async (trx) => {
    await again.record(trx);
    clearing = on.contentOwners.clear();
    await on.contentOwners.add(trx, team, [again]);
  });
  await clearing;
  await again.settle();
  expect((await on.blocks.totals()).files).toBe(1);
  expect(await on.contentOwners.isOwn(on.db, team, CID.parse(cid))).toBe(true);
});

test("other references to a root are checked before it is deleted", async () => {
  const on = await openHoldings();
  const team = randomUUID();
  let answer: ReferenceState = "busy";
  on.contentOwners.addReferenceCheck(async () => answer);
  const cid = await on.put(team, "published");
  await on.drop(team, cid);
  await on.contentOwners.clear();
  expect((await on.blocks.totals()).files).toBe(1);
  answer = undefined;
  await on.contentOwners.clear();
  expect((await on.blocks.totals()).files).toBe(0);
});
