import { CID } from "multiformats/cid";
import { beforeAll, expect, test, vi } from "vitest";
import { errors } from "../../../../../resources/declare/errors.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { redeploy } from "../deploy.ts";
import { deleteProject } from "../projects/projects.ts";
import { messages } from "../messages.ts";
import { patience } from "../../../../../tests/support/patience.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
  await cloud.hosting.work();
});

test("an upload is live once its deployment has ended, and its log contains each state", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team, { name: "hello" });
  const id = await cloud.deployFiles(team, project, { "index.html": "<h1>hi</h1>", "a/b.txt": "b" });
  const { cid, ...ended } = await cloud.ended(team, id);
  expect(ended).toMatchObject({ state: "success", file_count: 2, size_bytes: 12n, build_seconds: 0 });
  expect(await cloud.live(team, project)).toMatchObject({ live_cid: cid, live_deployment_id: id });
  expect((await cloud.logOf(team, id)).map(({ content }) => content)).toEqual([
    messages.queued,
    messages.pending,
    messages.syncing,
    messages.success(2, cid!),
    messages.live("http://hello.localhost"),
  ]);
  expect(await cloud.visit("hello")).toEqual({ status: 200, text: "<h1>hi</h1>" });
});

test("a redeploy publishes the same files again as a new deployment and stores nothing twice", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const first = await cloud.ended(team, await cloud.deployFiles(team, project, { "index.html": "once" }));
  const { deployment } = await cloud.inTrx((trx) => redeploy(cloud.hosting.deps, trx, team, first.id));
  const second = await cloud.ended(team, deployment.id);
  expect(second).toMatchObject({
    state: "success",
    cid: first.cid,
    trigger: "redeploy",
    live_deployment_id: second.id,
  });
  expect(await cloud.storedBytes(team)).toBe(4n);
});

test("an upload beyond the storage allowance ends with the catalog's message and leaves the live site untouched", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const first = await cloud.ended(team, await cloud.deployFiles(team, project, { "index.html": "kept" }));
  await cloud.limit(team, "IPFS_STORAGE", 10);
  const second = await cloud.ended(team, await cloud.deployFiles(team, project, { "index.html": "much too large" }));
  expect(second).toMatchObject({ state: "failure", error_message: errors.ALLOWANCE_USED_UP.message, cid: null });
  expect((await cloud.logOf(team, second.id)).at(-1)!.content).toBe(errors.ALLOWANCE_USED_UP.message);
  expect(await cloud.live(team, project)).toMatchObject({ live_cid: first.cid });
  expect(await cloud.storedBytes(team)).toBe(4n);
});

test("files lost by a refused deployment must be uploaded again and are never shown as an empty site", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  await cloud.limit(team, "IPFS_STORAGE", 1);
  const refused = await cloud.ended(team, await cloud.deployFiles(team, project, { "index.html": "lost by then" }));
  await cloud.discarded();
  await cloud.limit(team, "IPFS_STORAGE", 1000);
  const { deployment } = await cloud.inTrx((trx) => redeploy(cloud.hosting.deps, trx, team, refused.id));
  expect(await cloud.ended(team, deployment.id)).toMatchObject({
    state: "failure",
    error_message: messages.filesGone,
  });
});

test("a missing upload ends its deployment with a message", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const id = await cloud.build(team, project, { uploadId: "none" });
  expect(await cloud.ended(team, id)).toMatchObject({ state: "failure", error_message: errors.NOT_FOUND.message });
});

test("deleting a project takes it offline, frees its name and storage, and clears its log and files", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team, { name: "gone" });
  const other = await cloud.project(team, { name: "stays" });
  const shared = { "index.html": "shared by two" };
  const own = { "index.html": "only here" };
  const ownEnd = await cloud.ended(team, await cloud.deployFiles(team, project, own));
  const sharedEnd = await cloud.ended(team, await cloud.deployFiles(team, project, shared));
  await cloud.ended(team, await cloud.deployFiles(team, other, shared));
  expect(await cloud.visit("gone")).toEqual({ status: 200, text: "shared by two" });
  expect(await cloud.storedBytes(team)).toBe(22n);

  const shown = await cloud.inTrx((trx) => deleteProject(cloud.hosting.deps, trx, team, project));
  await cloud.hosting.forget(project, shown);
  await cloud.discarded();

  expect(await cloud.visit("gone")).toMatchObject({ status: 404 });
  expect(await cloud.hostnames.lookup(cloud.db, "gone")).toBeUndefined();
  expect(await cloud.storedBytes(team)).toBe(13n);
  await expect(cloud.deployment(team, ownEnd.id)).rejects.toThrow(errors.NOT_FOUND.message);
  const lines = await cloud.db
    .selectFrom("deployment_log")
    .select("seq")
    .where("deployment", "=", ownEnd.number)
    .execute();
  expect(lines).toEqual([]);
  expect(await cloud.engines.blocks.block(CID.parse(ownEnd.cid!))).toBeUndefined();
  expect(await cloud.engines.blocks.block(CID.parse(sharedEnd.cid!))).toBeDefined();
});

test("a project of another team is not found", async () => {
  const project = await cloud.project(await cloud.team());
  const stranger = await cloud.team();
  await expect(cloud.live(stranger, project)).rejects.toThrow(errors.NOT_FOUND.message);
  await expect(cloud.build(stranger, project, { uploadId: "x" })).rejects.toThrow(errors.NOT_FOUND.message);
  const removal = cloud.inTrx((trx) => deleteProject(cloud.hosting.deps, trx, stranger, project));
  await expect(removal).rejects.toThrow(errors.NOT_FOUND.message);
});

test("a taken host name gets a suffix, and another team may use the name itself", async () => {
  const [first, team] = [await cloud.team(), await cloud.team()];
  await cloud.project(first, { name: "twice" });
  const second = await cloud.live(team, await cloud.project(team, { name: "twice" }));
  expect(second.name).toBe("twice");
  expect(second.label).toMatch(/^twice-[a-z0-9]{4}$/);
  const reserved = await cloud.live(team, await cloud.project(team, { name: "api" }));
  expect(reserved.label).toMatch(/^api-[a-z0-9]{4}$/);
});

test("a folder of 10,000 files is deployed", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`d${n % 100}/f${n}.txt`, `file ${n}`]));
  const id = await cloud.deployFiles(team, project, files);
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success", file_count: 10_000 });
});

test("twenty concurrent deployments end one after another in the order of their numbers, with the last one live", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const uploads = await Promise.all(
    Array.from({ length: 20 }, (_, n) => cloud.upload(team, { "index.html": `version ${n}` })),
  );
  const ids = await Promise.all(uploads.map((uploadId) => cloud.build(team, project, { uploadId })));
  const rows = await Promise.all(ids.map((id) => cloud.ended(team, id)));
  const inOrder = rows.toSorted((a, b) => Number(a.number - b.number));
  expect(inOrder.every(({ state }) => state === "success")).toBe(true);
  for (const [index, row] of inOrder.slice(1).entries())
    expect(row.started_at!.getTime()).toBeGreaterThanOrEqual(inOrder[index]!.ended_at!.getTime());
  expect(await cloud.live(team, project)).toMatchObject({ live_deployment_id: inOrder.at(-1)!.id });
});

test("lines are stored before they are sent, and each is sent once, in order", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const id = await cloud.deployFiles(team, project, { "index.html": "told" });
  await cloud.ended(team, id);
  await vi.waitFor(() => expect(cloud.eventsOf(id).at(-1)?.name).toBe("build_success"), patience);
  const sent = cloud.eventsOf(id).flatMap(({ data }) => ("lines" in data ? data.lines : []));
  // The request announces the first line after its commit.
  expect([(await cloud.logOf(team, id))[0], ...sent]).toEqual(await cloud.logOf(team, id));
});
