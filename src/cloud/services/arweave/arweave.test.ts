import { randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect, test } from "vitest";
import { arweaveKeyFile } from "../../../../tests/support/arweave.ts";
import { testBuckets, type TestBuckets } from "../../../../tests/support/buckets.ts";
import { Refused, type Arweave } from "../../engines/arweave/arweave.ts";
import { openEmbeddedArweave } from "../../engines/arweave/embedded/open.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { levelOf } from "../../ledger/storage.ts";
import { admitObject, queueObject, stopObject } from "./objects.ts";
import { listHistory, viewObject } from "./reads.ts";
import { createArweave } from "./service.ts";
import { setSync, syncOf } from "./sync.ts";

const KiB = 1024;
const origin = "http://localhost:4040";

interface Options {
  readonly timeoutSeconds?: number;
  readonly node?: Partial<Arweave["node"]>;
  readonly allowedBytes?: number;
}

/** Arweave over real buckets and an embedded weave, worked on round by round. */
const openService = async ({ timeoutSeconds, node, allowedBytes = 10_000_000 }: Options = {}) => {
  const on: TestBuckets = await testBuckets();
  const log = pino({ level: "silent" });
  const weave = openEmbeddedArweave({ database: on.database, blocks: on.blocks, log, delayMs: 1_000_000 });
  const arweave = node ? { ...weave, node: { ...weave.node, ...node } } : weave;
  const told: string[] = [];
  const realtime = { toTeam: (team: string) => void told.push(team) } as unknown as Realtime;
  const engines = { database: on.database, blocks: on.blocks, realtime, arweave };
  const config = { ARWEAVE_KEY_FILE: arweaveKeyFile, DATA_DIR: on.dataDir, SECRET_KEY: undefined };
  const service = createArweave({
    ...on,
    engines,
    config,
    log,
    dashboardUrl: () => origin,
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  });
  const grant = { id: randomUUID(), package: "TRIAL" as const, starts_at: new Date(0), ends_at: null };
  await on.db
    .insertInto("allowance_grant")
    .values({ ...grant, team_id: on.teamId, resource: "AR_STORAGE", amount: BigInt(allowedBytes) })
    .execute();

  const send = (key: string) =>
    on.db.transaction().execute(async (trx) => {
      const object = (await on.buckets.head(on.bucket, key))!;
      await admitObject(service.parts, trx, await queueObject(trx, on.bucket, object));
    });
  const sync = (state: boolean) => on.db.transaction().execute((trx) => setSync(service.parts, trx, on.bucket, state));
  const stop = (key: string) => on.db.transaction().execute((trx) => stopObject(service.parts, trx, on.bucket.id, key));
  /** Looks at once at what was just posted, instead of a second later. */
  const lookNow = () =>
    on.db
      .updateTable("arweave_upload")
      .set({ next_at: new Date(0) })
      .execute();
  const arrive = async () => {
    await service.round();
    await weave.mine();
    await lookNow();
    await service.round();
  };
  const history = async (asked: { key?: string; state?: string; cursor?: string; size?: number } = {}) =>
    (await listHistory(service.parts, on.db, on.teamId, origin, { page: 1, size: 10, ...asked })).items;
  const used = () => levelOf(on.db, on.teamId, "AR_STORAGE");
  return { ...on, service, weave, send, sync, stop, arrive, lookNow, history, used, told };
};

const states = (rows: readonly { key: string; state: string }[]) =>
  Object.fromEntries(rows.map(({ key, state }) => [key, state]));

test("a file is syncing until it is in a block, then synced with its hash", async () => {
  const on = await openService();
  await on.put("notes/a.txt", "hello weave");
  await on.send("notes/a.txt");
  expect(await on.history()).toMatchObject([{ key: "notes/a.txt", state: "syncing", sizeBytes: 11 }]);
  await on.arrive();
  const [row] = await on.history();
  expect(row).toMatchObject({ state: "synced", url: `${origin}/arweave/${row!.hash}` });
  const view = await viewObject(on.service.parts, on.db, on.teamId, origin, {
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

test("small files travel in one bundle, a large one is a transaction of its own; bucket and name are not published", async () => {
  const on = await openService();
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

test("Arweave is free up to 150KB, and above that it takes from the allowance for Arweave", async () => {
  const on = await openService({ allowedBytes: 200 * KiB });
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

test("a bucket that is switched on sends what it holds and what comes; a refused file says why and does not stop the put", async () => {
  const on = await openService({ allowedBytes: 10 });
  for (const key of ["a", "b"]) await on.put(key, key);
  expect(await on.sync(true)).toBe("on");
  await on.put("c", "c");
  await on.put("large", randomBytes(200 * KiB));
  await on.arrive();
  expect(states(await on.history())).toEqual({ a: "synced", b: "synced", c: "synced", large: "failure" });
  expect((await on.history({ key: "larg" }))[0]!.reason).toContain("a reduction must be applied");
  await on.put("a", "another a");
  await on.arrive();
  expect((await on.history({ key: "a", state: "synced" })).filter(({ key }) => key === "a")).toHaveLength(2);
});

test("a bucket that is switched off is closing until its queue is empty", async () => {
  const on = await openService();
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

test("what is queued can be stopped and costs nothing then; what is signed cannot", async () => {
  const on = await openService();
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

test("what does not get into a block in time has timed out, its cost is given back, and another try finds it there", async () => {
  const on = await openService({ timeoutSeconds: 0 });
  await on.put("a", randomBytes(160 * KiB));
  await on.send("a");
  await on.service.parts.engines.database.db
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

test("what the network refuses has failed with its words, and is signed anew when somebody tries again", async () => {
  let refuses = true;
  const weave: { node?: Arweave["node"] } = {};
  const on = await openService({
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

test("a network that is away delays, and nothing is signed twice", async () => {
  let away = true;
  const weave: { node?: Arweave["node"] } = {};
  const on = await openService({
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

test("a file that was deleted before it was sent has failed, and the weave keeps what the bucket lets go of", async () => {
  const on = await openService();
  await on.put("gone", "gone soon");
  await on.send("gone");
  await on.buckets.removeObjects(on.bucket, ["gone"]);
  await on.holdings.clear();
  await on.service.round();
  expect(await on.history()).toMatchObject([{ state: "failure" }]);
  const bytes = randomBytes(200 * KiB);
  await on.put("kept", bytes);
  await on.send("kept");
  await on.arrive();
  await on.buckets.removeObjects(on.bucket, ["kept"]);
  await on.holdings.clear();
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

test("the history goes on after a cursor, and shows no other team's rows", async () => {
  const on = await openService();
  for (const key of ["1", "2", "3"]) {
    await on.put(key, key);
    await on.send(key);
  }
  const all = await on.history();
  const first = await on.history({ size: 2 });
  expect(await on.history({ cursor: first[1]!.id })).toEqual([all[2]]);
  const other = await listHistory(on.service.parts, on.db, randomUUID(), origin, { page: 1, size: 10 });
  expect(other).toEqual({ items: [], total: 0 });
  await expect(on.history({ state: "nonsense" })).rejects.toThrow();
});
