import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { states, testArweaveService } from "../../../../tests/support/storage/arweave-service.ts";
import { Refused, type Arweave } from "../../engines/arweave/arweave.ts";

const KiB = 1024;

test("a queued upload can be stopped and is refunded; a signed one can't be stopped", async () => {
  const on = await testArweaveService();
  await on.put("a", randomBytes(160 * KiB));
  await on.send("a");
  expect(await on.stop("a")).toBe(true);
  expect([await on.history(), await on.used()]).toEqual([[], 0n]);
  await on.send("a");
  await on.service.round();
  expect(await on.stop("a")).toBe(false);
  await on.lookNow();
  await on.arrive();
  expect(states(await on.history())).toEqual({ a: "synced" });
});

test("an upload without a block before its deadline times out and is refunded, and a retry reuses it", async () => {
  const on = await testArweaveService({ timeoutSeconds: 0 });
  await on.put("a", randomBytes(160 * KiB));
  await on.send("a");
  await on.service.deps.engines.database.db
    .updateTable("arweave_item")
    .set({ deadline: new Date(Date.now() + 60_000) })
    .execute();
  await on.service.round();
  await on.db
    .updateTable("arweave_item")
    .set({ deadline: new Date(0) })
    .execute();
  await on.service.round();
  expect(await on.history()).toMatchObject([{ key: "a", state: "timeout" }]);
  expect(await on.used()).toBe(0n);
  const [sent] = await on.db.selectFrom("arweave_upload").select("id").execute();
  await on.send("a");
  await on.db
    .updateTable("arweave_item")
    .set({ deadline: new Date(Date.now() + 60_000) })
    .execute();
  await on.lookNow();
  await on.arrive();
  await on.lookNow();
  await on.service.round();
  expect(await on.history()).toMatchObject([{ key: "a", state: "synced", hash: sent!.id }]);
  expect(await on.used()).toBe(BigInt(160 * KiB));
});

test("an upload that the network rejects fails with its message, and is signed again on a retry", async () => {
  let refuses = true;
  const weave: { node?: Arweave["node"] } = {};
  const on = await testArweaveService({
    node: {
      postTransaction: async (transaction) => {
        if (refuses) throw new Refused("Arweave answered 410: overspend", 410);
        await weave.node!.postTransaction(transaction);
      },
    },
  });
  weave.node = on.weave.node;
  await on.put("a", randomBytes(160 * KiB));
  await on.send("a");
  await on.service.round();
  expect(await on.history()).toMatchObject([{ state: "failure", reason: "Arweave answered 410: overspend" }]);
  expect(await on.used()).toBe(0n);
  refuses = false;
  await on.send("a");
  await on.arrive();
  expect(states(await on.history())).toEqual({ a: "synced" });
});

test("an unreachable network delays the upload, and nothing is signed twice", async () => {
  let away = true;
  const weave: { node?: Arweave["node"] } = {};
  const on = await testArweaveService({
    node: {
      postTransaction: async (transaction) => {
        if (away) throw new Error("connect ECONNREFUSED");
        await weave.node!.postTransaction(transaction);
      },
    },
  });
  weave.node = on.weave.node;
  await on.put("a", "a");
  await on.send("a");
  await on.service.round();
  const [signed] = await on.db.selectFrom("arweave_upload").select(["id", "attempts"]).execute();
  expect(signed!.attempts).toBe(1);
  away = false;
  await on.lookNow();
  await on.arrive();
  expect(await on.history()).toMatchObject([{ state: "synced" }]);
  expect((await on.db.selectFrom("arweave_upload").select("id").execute()).map(({ id }) => id)).toEqual([signed!.id]);
});

test("a file deleted before its upload fails, and an uploaded file stays on Arweave after its deletion", async () => {
  const on = await testArweaveService();
  await on.put("gone", "gone soon");
  await on.send("gone");
  await on.buckets.removeObjects(on.bucket, ["gone"]);
  await on.contentOwners.clear();
  await on.service.round();
  expect(await on.history()).toMatchObject([{ state: "failure" }]);
  const bytes = randomBytes(200 * KiB);
  await on.put("kept", bytes);
  await on.send("kept");
  await on.arrive();
  await on.buckets.removeObjects(on.bucket, ["kept"]);
  await on.contentOwners.clear();
  const { hash } = (await on.history({ key: "kept" }))[0]!;
  const known = await on.db
    .selectFrom("arweave_transaction")
    .select("data_cid")
    .where("id", "=", hash!)
    .executeTakeFirst();
  const cid = (await on.history({ key: "kept" }))[0]!.cid;
  expect(known!.data_cid).not.toBeNull();
  expect(await on.db.transaction().execute((trx) => on.blocks.keepRoot(trx, cid))).toBe(true);
});
