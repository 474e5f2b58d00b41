import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { origin, states, testArweaveService } from "../../../../tests/support/storage/arweave-service.ts";
import { listHistory, viewObject } from "./reads.ts";
import { syncOf } from "./sync.ts";

const KiB = 1024;

test("a file is syncing until its block is confirmed, then synced with its hash", async () => {
  const on = await testArweaveService();
  await on.put("notes/a.txt", "hello weave");
  await on.send("notes/a.txt");
  expect(await on.history()).toMatchObject([{ key: "notes/a.txt", state: "syncing", sizeBytes: 11 }]);
  await on.arrive();
  const [row] = await on.history();
  expect(row).toMatchObject({ state: "synced", url: `${origin}/arweave/${row!.hash}` });
  const view = await viewObject(on.service.deps, on.db, on.teamId, origin, {
    bucket: on.bucket.name,
    key: "notes/a.txt",
  });
  expect(view).toMatchObject({ hash: row!.hash, block: { height: 1, confirmations: 0 }, embedded: true });
  const object = (await on.buckets.head(on.bucket, "notes/a.txt"))!;
  expect(await on.service.describe(on.bucket, object)).toEqual({
    "arweave-status": "synced",
    "arweave-hash": row!.hash,
  });
  expect(on.told).toEqual([on.teamId]);
});

test("small files share one bundle, a large one is a separate transaction; bucket and name are not published", async () => {
  const on = await testArweaveService();
  for (const key of ["secret-a", "secret-b"]) await on.put(key, key);
  await on.put("secret-large", randomBytes(300 * KiB));
  for (const key of ["secret-a", "secret-b", "secret-large"]) await on.send(key);
  await on.arrive();
  expect(states(await on.history())).toEqual({ "secret-a": "synced", "secret-b": "synced", "secret-large": "synced" });
  const rows = await on.db.selectFrom("arweave_transaction").select(["bundle_id", "header"]).execute();
  expect(rows.filter(({ bundle_id }) => bundle_id === null)).toHaveLength(2);
  expect(new Set(rows.flatMap(({ bundle_id }) => bundle_id ?? [])).size).toBe(1);
  const tags = await on.db.selectFrom("arweave_tag").select(["name", "value"]).distinct().execute();
  expect(new Set(tags.map(({ name }) => name))).toEqual(
    new Set(["App-Name", "Bundle-Format", "Bundle-Version", "Content-Type", "IPFS-CID"]),
  );
  expect(JSON.stringify(tags)).not.toContain("secret");
});

test("files up to 150 KB are free on Arweave, and larger files use the AR_STORAGE allowance", async () => {
  const on = await testArweaveService({ allowedBytes: 200 * KiB });
  await on.put("free", randomBytes(150 * KiB));
  await on.put("paid", randomBytes(180 * KiB));
  await on.put("too much", randomBytes(151 * KiB));
  await on.send("free");
  expect(await on.used()).toBe(0n);
  await on.send("paid");
  expect(await on.used()).toBe(BigInt(180 * KiB));
  await expect(on.send("too much")).rejects.toThrow("Insufficient resources");
  expect(await on.used()).toBe(BigInt(180 * KiB));
  await on.send("paid");
  expect(await on.used()).toBe(BigInt(180 * KiB));
});

test("enabling sync uploads existing and new files; a rejected file records the reason and does not fail the put", async () => {
  const on = await testArweaveService({ allowedBytes: 10 });
  for (const key of ["a", "b"]) await on.put(key, key);
  expect(await on.sync(true)).toBe("on");
  await on.put("c", "c");
  await on.put("large", randomBytes(200 * KiB));
  await on.arrive();
  expect(states(await on.history())).toEqual({ a: "synced", b: "synced", c: "synced", large: "failure" });
  expect((await on.history({ key: "larg" }))[0]!.reason).toContain("Insufficient AR storage");
  await on.put("a", "another a");
  await on.arrive();
  expect((await on.history({ key: "a", state: "synced" })).filter(({ key }) => key === "a")).toHaveLength(2);
});

test("a bucket with sync disabled is closing until its queue is empty", async () => {
  const on = await testArweaveService();
  await on.put("a", "a");
  await on.sync(true);
  await on.service.round();
  expect(await on.sync(false)).toBe("closing");
  expect(await syncOf(on.db, on.bucket.id)).toEqual({ state: "closing", syncing: 1 });
  await on.put("later", "not sent");
  await on.arrive();
  expect(await syncOf(on.db, on.bucket.id)).toEqual({ state: "off", syncing: 0 });
  expect(states(await on.history())).toEqual({ a: "synced" });
});

test("the history continues after a cursor, and never includes other teams' rows", async () => {
  const on = await testArweaveService();
  for (const key of ["1", "2", "3"]) {
    await on.put(key, key);
    await on.send(key);
  }
  const all = await on.history();
  const first = await on.history({ size: 2 });
  expect(await on.history({ cursor: first[1]!.id })).toEqual([all[2]]);
  const other = await listHistory(on.service.deps, on.db, randomUUID(), origin, { page: 1, size: 10 });
  expect(other).toEqual({ items: [], total: 0 });
  await expect(on.history({ state: "nonsense" })).rejects.toThrow();
});
