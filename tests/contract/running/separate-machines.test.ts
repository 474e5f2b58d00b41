/** Two web processes and a worker on separate data directories, with one database and one S3 bucket. */
import { randomBytes, randomUUID } from "node:crypto";
import { dirname } from "node:path";
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { beforeAll, expect, test, vi } from "vitest";
import type { RuntimeConfig } from "../../../resources/runtime-config.ts";
import { newOwner, ownerWith } from "../../support/account/owner.ts";
import { patience } from "../../support/patience.ts";
import type { CloudProcess } from "../../support/server/cloud-process.ts";
import { ask } from "../../support/server/http.ts";
import { separateProcesses } from "../../support/server/separate-processes.ts";
import { refusal, s3ClientAt, s3User } from "../../support/storage/s3-user.ts";

let instance: Awaited<ReturnType<typeof separateProcesses>>;
let first: CloudProcess;
let a: string;
let b: string;
beforeAll(async () => {
  instance = await separateProcesses();
  first = await instance.start("a", "web");
  a = await first.ready;
  // Without programs for builds, which only the worker needs.
  const bare = { PATH: dirname(process.execPath) };
  const others = [await instance.start("b", "web", bare), await instance.start("worker", "worker")];
  [b] = (await Promise.all(others.map(({ ready }) => ready))) as [string];
});

test("a web process without programs for builds leaves the builds to the workers", async () => {
  const { features } = (await (await fetch(`${b}/config.json`)).json()) as RuntimeConfig;
  expect(features.buildsUnavailable).toBe("");
});

const sendPart = async (
  url: string,
  token: string,
  uploadId: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
) => {
  const answer = await fetch(`${url}/api/hosting/upload/${uploadId}/content?offset=${offset}`, {
    method: "PUT",
    body: bytes,
    headers: { authorization: token, "content-type": "application/octet-stream" },
  });
  return { status: answer.status, ...((await answer.json()) as { data: { received: number } }).data };
};

const pageAt = (url: string, name: string) => {
  const { port } = new URL(url);
  return ask(Number(port), `${name}.localhost:${port}`, "/");
};

test("parts of an S3 upload sent to each web in turn are completed by the other, and both serve the object", async () => {
  const user = await s3User(a);
  const key = await user.makeKey();
  const [atA, atB] = [s3ClientAt(`${a}/s3`, key), s3ClientAt(`${b}/s3`, key)];
  const object = { Bucket: `parts-${Date.now()}`, Key: "large" };
  await atA.send(new CreateBucketCommand({ Bucket: object.Bucket }));
  const pieces = [randomBytes(5 * 1024 * 1024), randomBytes(6 * 1024 * 1024), randomBytes(100_003)];
  const { UploadId } = await atA.send(new CreateMultipartUploadCommand(object));
  const Parts = [];
  for (const [index, Body] of pieces.entries()) {
    const sent = { ...object, UploadId, PartNumber: index + 1, Body };
    const { ETag } = await (index % 2 ? atB : atA).send(new UploadPartCommand(sent));
    Parts.push({ ETag, PartNumber: index + 1 });
  }
  await atB.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));
  for (const client of [atA, atB]) {
    const { Body } = await client.send(new GetObjectCommand(object));
    expect(Buffer.from(await Body!.transformToByteArray()).equals(Buffer.concat(pieces))).toBe(true);
  }
});

test("a site upload started at one web survives its kill, is resumed at the other, deployed by the worker and served by both", async () => {
  const page = Buffer.from(`<h1>Here</h1>${randomBytes(200_000).toString("hex")}`);
  const owner = await newOwner(a);
  const files = [{ path: "index.html", sizeBytes: page.length }];
  const { uploadId } = await owner.data<{ uploadId: string }>("POST /api/hosting/upload", { kind: "folder", files });
  expect(await sendPart(a, owner.token, uploadId, 0, page.subarray(0, 150_000))).toMatchObject({ received: 150_000 });
  expect(await sendPart(b, owner.token, uploadId, 150_000, page.subarray(150_000, 200_000))).toMatchObject({
    received: 200_000,
  });
  expect(await sendPart(a, owner.token, uploadId, 200_000, page.subarray(200_000, 300_000))).toMatchObject({
    received: 300_000,
  });
  await first.end("SIGKILL");
  const elsewhere = ownerWith(b, owner.token);
  expect(await elsewhere.data(`GET /api/hosting/upload/${uploadId}`)).toMatchObject({ received: 300_000 });
  expect(await sendPart(b, owner.token, uploadId, 300_000, page.subarray(300_000))).toMatchObject({
    received: page.length,
  });
  const project = { name: "twice", platform: "IPFS", deployType: "UPLOAD" };
  const { projectId } = await elsewhere.data<{ projectId: string }>("POST /api/hosting/project", project);
  const { taskId } = await elsewhere.data<{ taskId: string }>(`POST /api/hosting/project/${projectId}/build`, {
    uploadId,
  });
  await vi.waitFor(
    async () =>
      expect(await elsewhere.data(`GET /api/hosting/project/task/object/${taskId}`)).toMatchObject({
        state: "success",
      }),
    patience,
  );
  first = await instance.start("a", "web");
  a = await first.ready;
  for (const url of [b, a]) {
    const { status, body } = await pageAt(url, "twice");
    expect([status, body.equals(page)]).toEqual([200, true]);
  }
});

/** Two clients of one bucket, one at each web. */
const clientsOf = async (name: string) => {
  const user = await s3User(a);
  const key = await user.makeKey();
  const clients = [s3ClientAt(`${a}/s3`, key), s3ClientAt(`${b}/s3`, key)] as const;
  const Bucket = `${name}-${Date.now()}`;
  await clients[0].send(new CreateBucketCommand({ Bucket }));
  const textAt = async (client: (typeof clients)[number], Key: string): Promise<string> =>
    (await client.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToString();
  return { clients, Bucket, textAt };
};

test("a range of an object is copied as a part by the web that did not receive it", async () => {
  const { clients, Bucket } = await clientsOf("copies");
  const [atA, atB] = clients;
  const source = randomBytes(12 * 1024 * 1024);
  await atA.send(new PutObjectCommand({ Bucket, Key: "source", Body: source }));
  const object = { Bucket, Key: "copy" };
  const { UploadId } = await atA.send(new CreateMultipartUploadCommand(object));
  const ranges = [
    [3, 6 * 1024 * 1024],
    [6 * 1024 * 1024 + 1, source.length - 1],
  ] as const;
  for (const [index, [start, end]] of ranges.entries()) {
    const CopySourceRange = `bytes=${start}-${end}`;
    const part = { ...object, UploadId, PartNumber: index + 1, CopySource: `${Bucket}/source`, CopySourceRange };
    await (index % 2 ? atA : atB).send(new UploadPartCopyCommand(part));
  }
  const { Parts } = await atB.send(new ListPartsCommand({ ...object, UploadId }));
  await atB.send(
    new CompleteMultipartUploadCommand({
      ...object,
      UploadId,
      MultipartUpload: { Parts: Parts!.map(({ ETag, PartNumber }) => ({ ETag, PartNumber })) },
    }),
  );
  const { Body } = await atA.send(new GetObjectCommand(object));
  expect(Buffer.from(await Body!.transformToByteArray()).equals(source.subarray(3))).toBe(true);
});

test("a request that reaches both webs at once with one idempotency key has one effect and one reply", async () => {
  const owner = await newOwner(a);
  const send = (url: string, key: string, name: string) =>
    fetch(`${url}/api/hosting/project`, {
      method: "POST",
      body: JSON.stringify({ name, platform: "IPFS", deployType: "UPLOAD" }),
      headers: { authorization: owner.token, "content-type": "application/json", "idempotency-key": key },
    });
  for (let round = 0; round < 10; round += 1) {
    const [key, name] = [randomUUID(), `once-${round}-${Date.now()}`];
    const replies = await Promise.all([a, b, a, b].map((url) => send(url, key, name)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(replies.filter(({ headers }) => headers.has("idempotent-replayed"))).toHaveLength(3);
    expect(new Set(await Promise.all(replies.map((reply) => reply.text()))).size).toBe(1);
  }
  const created = instance.database.db.selectFrom("project").select("id").where("name", "like", "once-%");
  expect(await created.execute()).toHaveLength(10);
});

test("each web reads the last acknowledged write of an object, whichever web acknowledged it", async () => {
  const { clients, Bucket, textAt } = await clientsOf("order");
  const object = { Bucket, Key: "counter" };
  for (let round = 0; round < 20; round += 1) {
    const [writer, reader] = round % 2 ? clients : [clients[1], clients[0]];
    await writer.send(new PutObjectCommand({ ...object, Body: String(round) }));
    expect([await textAt(reader, "counter"), await textAt(writer, "counter")]).toEqual([String(round), String(round)]);
  }
  await clients[0].send(new DeleteObjectCommand(object));
  expect(await refusal(textAt(clients[1], "counter"))).toMatchObject({ status: 404 });
});

test("of writes at both webs at once, one is last everywhere, and only one creates a missing object", async () => {
  const { clients, Bucket, textAt } = await clientsOf("race");
  for (let round = 0; round < 10; round += 1) {
    const object = { Bucket, Key: `new-${round}` };
    const bodies = ["a", "b", "c", "d"];
    const created = await Promise.allSettled(
      bodies.map((Body, index) =>
        clients[index % 2]!.send(new PutObjectCommand({ ...object, Body, IfNoneMatch: "*" })),
      ),
    );
    const winners = bodies.filter((_, index) => created[index]!.status === "fulfilled");
    expect(winners).toHaveLength(1);
    for (const client of clients) expect(await textAt(client, object.Key)).toBe(winners[0]);
    await Promise.all(
      bodies.map((Body, index) => clients[index % 2]!.send(new PutObjectCommand({ ...object, Body: `${Body}2` }))),
    );
    const [atA, atB] = [await textAt(clients[0], object.Key), await textAt(clients[1], object.Key)];
    expect([atA === atB, bodies.map((body) => `${body}2`).includes(atA)]).toEqual([true, true]);
  }
});

test("a limit holds for both webs together", async () => {
  const ask = (url: string) => fetch(`${url}/v2/updates/price/latest`);
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2 ? a : b)));
    statuses.push(...replies.map(({ status }) => status));
  }
  const perMinute = 300;
  const within = statuses.filter((status) => status !== 429).length;
  expect(within).toBeGreaterThanOrEqual(perMinute * 0.95);
  expect(within).toBeLessThanOrEqual(perMinute * 1.05);
});
