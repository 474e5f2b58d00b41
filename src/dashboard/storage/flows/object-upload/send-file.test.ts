import { describe, expect, test } from "vitest";
import { queuedFile } from "../../../../../tests/support/storage/queued-file.ts";
import { bucketCloud, hasher } from "../../../../../tests/support/storage/upload-cloud.ts";
import type { Patch, QueuedFile } from "./queued-file.ts";
import { sendFile } from "./send-file.ts";

const MiB = 1024 * 1024;
const fileOf = (size: number, salt = 0): File =>
  new File([Uint8Array.from({ length: size }, (_, at) => (at * 7 + salt + (at >>> 10)) & 255)], "film.mp4");
const large = fileOf(20 * MiB);
const small = fileOf(100);

/** Sends a file to the given server, and stores its state. */
const sendTo = async (server: ReturnType<typeof bucketCloud>, file: File, overrides: Partial<QueuedFile> = {}) => {
  const queued = queuedFile({ key: "film.mp4", sizeBytes: file.size, ...overrides });
  const patches: Patch[] = [];
  const sent: number[] = [];
  let breaks = 0;
  await sendFile(queued, file, server.effects, {
    signal: new AbortController().signal,
    onSent: (bytes) => sent.push(bytes),
    onChecking: () => undefined,
    onBreak: () => (breaks += 1),
    savePatch: async (patch) => void patches.push(patch),
  });
  return { kept: Object.assign({}, ...patches) as Patch, sent, breaks };
};

describe("a file in progress", () => {
  test("up to 8 MiB it is sent in one request, above in parts of 8 MiB", async () => {
    const cloud = bucketCloud();
    await sendTo(cloud, small);
    expect(cloud.calls).toEqual(["put"]);
    const multipart = bucketCloud();
    const { kept, sent } = await sendTo(multipart, large);
    expect(multipart.calls).toEqual(["begin", "part 1", "part 2", "part 3", "finish"]);
    expect(kept).toEqual({ uploadId: "upload-1", sentBytes: large.size });
    expect(sent.at(-1)).toBe(large.size);
  });

  test("uploaded parts are not sent again, unless their checksums differ", async () => {
    const cloud = bucketCloud();
    await cloud.holdParts("upload-7", large, [1, 2]);
    await sendTo(cloud, large, { uploadId: "upload-7", sentBytes: 16 * MiB });
    expect(cloud.calls).toEqual(["parts", "part 3", "finish"]);
    const changed = bucketCloud();
    const parts = await changed.holdParts("upload-7", large, [1, 2]);
    parts.set(2, { ...parts.get(2)!, crc32: "AAAAAA==" });
    await sendTo(changed, large, { uploadId: "upload-7", sentBytes: 16 * MiB });
    expect(changed.calls).toEqual(["parts", "part 2", "part 3", "finish"]);
  });

  test("an upload that the server dropped restarts", async () => {
    const cloud = bucketCloud();
    await sendTo(cloud, large, { uploadId: "given-up", sentBytes: 8 * MiB });
    expect(cloud.calls).toEqual(["parts", "stored", "begin", "part 1", "part 2", "part 3", "finish"]);
  });

  test("a file whose last response was lost is not sent again", async () => {
    const cloud = bucketCloud();
    await sendTo(cloud, large);
    cloud.calls.length = 0;
    cloud.uploads.set("upload-1", new Map());
    await sendTo(cloud, large, { uploadId: "upload-1", sentBytes: large.size });
    expect(cloud.calls).toEqual(["parts", "stored"]);
    cloud.failNext("put", "break after");
    const lost = fileOf(100, 1);
    await sendTo(cloud, lost, { key: "lost" });
    expect(cloud.calls.slice(2)).toEqual(["put", "put", "stored"]);
  });

  test("network failures are retried without limit, server failures a few times", async () => {
    const cloud = bucketCloud();
    for (let at = 0; at < 20; at += 1) cloud.failNext("part 2", "break");
    const { breaks } = await sendTo(cloud, large);
    expect(breaks).toBe(20);
    const failing = bucketCloud();
    for (let at = 0; at < 20; at += 1) failing.failNext("put", "fault");
    await expect(sendTo(failing, small)).rejects.toThrow("fault");
    expect(failing.calls).toEqual(Array(6).fill("put"));
  });

  test("a refusal ends it at once", async () => {
    const cloud = bucketCloud();
    cloud.failNext("put", "refusal");
    await expect(sendTo(cloud, small)).rejects.toThrow("refusal");
    expect(cloud.calls).toEqual(["put"]);
  });
});

describe("completion", () => {
  test("the CID of the local file is compared with the CID of the stored object", async () => {
    for (const file of [small, large]) {
      const cloud = bucketCloud();
      cloud.corrupts = true;
      await expect(sendTo(cloud, file)).rejects.toMatchObject({ name: "HashMismatch" });
    }
  });

  test("a name that was created meanwhile is reported, unless the object has the same bytes", async () => {
    const cloud = bucketCloud();
    cloud.objects.set("film.mp4", "another");
    await expect(sendTo(cloud, small)).rejects.toMatchObject({ name: "NameTaken" });
    await expect(sendTo(cloud, large)).rejects.toMatchObject({ name: "NameTaken" });
    await sendTo(cloud, small, { replaces: true });
    await sendTo(cloud, small);
    expect(cloud.objects.get("film.mp4")).toBe(await hasher.cidOf((await hasher.hash(small)).leaves));
  });
});
