import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, it, vi } from "vitest";
import type { SystemState } from "../../../../resources/operator/processes.ts";
import { newOwner } from "../../../../tests/support/account/owner.ts";
import { patience } from "../../../../tests/support/patience.ts";
import { sharedBy, testCloud } from "../../../../tests/support/server/cloud.ts";

const operatorKey = privateKeyToAccount(generatePrivateKey());

it("operators see each process with its role, and what needs attention: a silent process, no worker, a mixed upgrade", async () => {
  const first = await testCloud({ OPERATORS: operatorKey.address, ROLE: "web,worker" });
  const second = await testCloud({
    ...sharedBy(first),
    ROLE: "gateway",
  });
  const { data } = await newOwner(first.url, operatorKey);
  const { db } = first.database;
  const list = async () =>
    (await data<{ items: { roles: string; state: string; memory: number }[] }>("GET /api/resource/operator/processes"))
      .items;
  const alerts = async () =>
    (await data<SystemState>("GET /api/resource/operator/system")).alerts.map(({ text }) => text);

  await expect
    .poll(async () => (await list()).map(({ roles }) => roles).toSorted())
    .toEqual(["gateway", "web, worker"]);
  expect((await list()).every(({ state, memory }) => state === "online" && memory > 10_000_000)).toBe(true);
  expect(await alerts()).toEqual([]);
  const { disk, database, addresses } = await data<SystemState>("GET /api/resource/operator/system");
  for (const [address, module] of [
    ["*.localhost", "gateway.serve"],
    ["/s3", "storage.s3"],
    ["/git/", "hosting.repositories"],
    ["/solana", "chains.nodes"],
    ["/v1/:chain/:network/:key", "rpc"],
  ])
    expect(addresses).toContainEqual({ address, module });
  expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes);
  expect(database.bytes).toBeGreaterThan(1_000_000);
  expect(database.connectionsMax).toBeGreaterThanOrEqual(database.connections);

  const other = { host: "barn", version: "9.9.9", memory: 1n, started_at: new Date() };
  await db
    .insertInto("process")
    .values([
      { ...other, id: randomUUID(), name: "barn-1", roles: "worker", seen_at: new Date(Date.now() - 60_000) },
      { ...other, id: randomUUID(), name: "barn-2", roles: "web" },
    ])
    .execute();
  expect(await alerts()).toEqual([
    "barn-1 (worker) no longer reports. Check whether it has stopped.",
    expect.stringMatching(/^Processes run different versions: .*, 9\.9\.9\. Finish the upgrade\.$/),
  ]);
  await db.updateTable("process").set({ roles: "web" }).where("roles", "=", "web, worker").execute();
  expect(await alerts()).toContain("No worker is running. Builds and other jobs wait until one starts.");

  await second.close();
  expect((await list()).map(({ roles }) => roles)).not.toContain("gateway");
  const stranger = await newOwner(first.url);
  expect((await stranger.call("GET /api/resource/operator/system", { token: stranger.token })).status).toBe(403);
});

it("operators see the last backup with its size, and a warning once it is old", async () => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-backups-"));
  const settings = { BACKUP_TO: folder, BACKUP_KEY: "k".repeat(32) };
  const { url, database } = await testCloud({ OPERATORS: operatorKey.address, ...settings });
  const { data } = await newOwner(url, operatorKey);
  const system = () => data<SystemState>("GET /api/resource/operator/system");
  await vi.waitFor(async () => expect((await system()).backup?.endedAt).toBeGreaterThan(1e9), patience);
  const { backup, alerts } = await system();
  expect(backup).toMatchObject({ isLate: false, logAt: null });
  expect(backup!.bytes).toBeGreaterThan(1000);
  expect(alerts).toEqual([]);
  await database.db
    .updateTable("backup")
    .set({ ended_at: new Date("2026-01-02T03:04:05Z") })
    .execute();
  expect((await system()).alerts.map(({ text }) => text)).toEqual([
    "The last backup is from 2026-01-02 03:04 UTC. Check the background task Create backups.",
  ]);
  await rm(folder, { recursive: true });
});
