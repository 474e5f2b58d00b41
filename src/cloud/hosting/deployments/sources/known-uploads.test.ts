import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { prepareBuild } from "../deploy.ts";
import { deleteProject } from "../projects/projects.ts";
import { announceStarted } from "../publish/go-live.ts";
import { messages } from "../messages.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
  await cloud.hosting.work();
});

const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");

/** Announces a folder with its digests. */
const announce = async (team: string, files: Record<string, string>) => {
  const listed = Object.entries(files).map(([path, content]) => {
    return { path, sizeBytes: Buffer.byteLength(content), sha256: sha256(content) };
  });
  return cloud.inTrx(await cloud.uploads.prepare(team, { kind: "folder", files: listed }));
};

/** Sends the files the server does not have yet, and deploys the folder. */
const deploy = async (team: string, project: string, files: Record<string, string>) => {
  const { uploadId, received, sizeBytes } = await announce(team, files);
  const bytes = Buffer.from(Object.values(files).join("")).subarray(received);
  const part = { offset: received, stream: Readable.from([bytes]), lengthBytes: bytes.length };
  if (bytes.length > 0) await cloud.uploads.append(team, uploadId, part);
  return {
    ...(await cloud.ended(team, await cloud.build(team, project, { uploadId }))),
    sentBytes: sizeBytes - received,
  };
};

test("an unchanged upload is deployed without sending a byte and counts once towards storage", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const files = { "index.html": "the same" };
  const first = await deploy(team, project, files);
  const second = await deploy(team, project, files);
  expect([first.sentBytes, second.sentBytes]).toEqual([8, 0]);
  expect(second).toMatchObject({ state: "success", cid: first.cid, file_count: 1, live_deployment_id: second.id });
  expect(await cloud.storedBytes(team)).toBe(8n);
});

test("a promised upload survives the deletion of the project whose files it repeats", async () => {
  const team = await cloud.team();
  const [old, next] = [await cloud.project(team, { name: "old" }), await cloud.project(team, { name: "next" })];
  const files = { "index.html": "moved house" };
  const { cid } = await deploy(team, old, files);
  const again = await announce(team, files);
  expect(again.received).toBe(again.sizeBytes);
  await cloud.inTrx((trx) => deleteProject(cloud.hosting.deps, trx, team, old));
  const id = await cloud.build(team, next, { uploadId: again.uploadId });
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success", cid });
  expect((await cloud.visit("next")).text).toBe("moved house");
});

test("deleting the last project removes the files, and the next upload must send them again", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const files = { "index.html": "gone for good" };
  await deploy(team, project, files);
  expect((await announce(team, files)).received).toBeGreaterThan(0);
  await cloud.db.updateTable("upload").set({ promised_until: null }).where("team_id", "=", team).execute();
  await cloud.inTrx((trx) => deleteProject(cloud.hosting.deps, trx, team, project));
  await cloud.discarded();
  expect((await announce(team, files)).received).toBe(0);
});

test("an unchanged deployment waits for a running deployment of the same project", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team);
  const files = { "index.html": "in its turn" };
  await deploy(team, project, files);
  const { uploadId } = await announce(team, files);
  const { deps } = cloud.hosting;
  const start = await prepareBuild(deps, cloud.db, team, project, { uploadId: "none" });
  const startUnchanged = await prepareBuild(deps, cloud.db, team, project, { uploadId });
  const [other, unchanged] = await cloud.inTrx(async (trx) => [await start(trx), await startUnchanged(trx)] as const);
  expect([unchanged.published, unchanged.deployment.state]).toEqual([undefined, "queued"]);
  expect((await cloud.ended(team, other.deployment.id)).state).toBe("failure");
  const last = await cloud.ended(team, unchanged.deployment.id);
  expect(last).toMatchObject({ state: "success", live_deployment_id: last.id });
});

test("an unchanged deployment ends within its request, with a complete log and a notified team", async () => {
  const team = await cloud.team();
  const project = await cloud.project(team, { name: "quick" });
  const files = { "index.html": "quick" };
  const { cid } = await deploy(team, project, files);
  const { uploadId } = await announce(team, files);
  const started = await cloud.inTrx(
    await prepareBuild(cloud.hosting.deps, cloud.db, team, project, { uploadId, message: "Again" }),
  );
  announceStarted(cloud.hosting.deps, started);
  const { id } = started.deployment;
  const row = await cloud.deployment(team, id);
  expect(row).toMatchObject({ state: "success", message: "Again", cid, live_deployment_id: id, attempt: 0 });
  expect(row.ended_at!.getTime()).toBeGreaterThanOrEqual(row.started_at!.getTime());
  const lines = await cloud.logOf(team, id);
  expect(lines.map(({ seq, content }) => [seq, content])).toEqual([
    [1, messages.queued],
    [2, messages.success(1, cid!)],
    [3, messages.live("http://quick.localhost")],
  ]);
  expect(cloud.eventsOf(id).map(({ name, data }) => [name, data.state])).toEqual([
    ["log", "queued"],
    ["build_queued", "queued"],
    ["log", "success"],
    ["build_success", "success"],
  ]);
});
