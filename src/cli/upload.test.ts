import { randomBytes } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { uploadPartBytes } from "../../resources/limits.ts";
import { calls } from "./calls.ts";
import { Refusal, type Cloud, type Input } from "./cloud.ts";
import { Failure } from "./failure.ts";
import { collectFolder } from "./files/collect.ts";
import { sendFiles } from "./upload.ts";

const contents = [
  randomBytes(10),
  randomBytes(0),
  randomBytes(uploadPartBytes + 5),
  randomBytes(uploadPartBytes),
  randomBytes(3),
];
const all = Buffer.concat(contents);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "freehold-send-"));
  for (const [index, content] of contents.entries()) await writeFile(join(root, `${index}.bin`), content);
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

/** Starts a server that stores uploads; `disturb` can throw before or after a part is stored. */
const startFakeServer = (disturb: (part: number, moment: "before" | "after") => void = () => undefined, known = 0) => {
  const state = { received: [all.subarray(0, known)] as Buffer[], parts: 0 };
  const length = () => state.received.reduce((sum, part) => sum + part.length, 0);
  const answer = () => ({ uploadId: "u", received: length(), sizeBytes: all.length });
  const call = async (line: string, { query, bytes }: Input = {}): Promise<unknown> => {
    if (line !== calls.appendUpload) return answer();
    state.parts += 1;
    disturb(state.parts, "before");
    if (query!["offset"] !== length()) throw new Refusal("UPLOAD_OFFSET", "elsewhere", "failed");
    state.received.push(bytes!);
    disturb(state.parts, "after");
    return answer();
  };
  return {
    cloud: { origin: "http://cloud", call } as unknown as Cloud,
    state,
    bytes: () => Buffer.concat(state.received),
  };
};

const send = (cloud: Cloud, { files } = collectFolder(root)) =>
  sendFiles(
    cloud,
    { kind: "folder", root, files, digests: [], secrets: false, onSent: () => undefined },
    async () => undefined,
  );

const away = new Failure("away", "unreachable");

test("files are sent as one stream in parts of at most 8 MiB, regardless of their boundaries", async () => {
  const { cloud, state, bytes } = startFakeServer();
  expect(await send(cloud)).toEqual({ uploadId: "u", sentBytes: all.length });
  expect(bytes().equals(all)).toBe(true);
  expect(state.parts).toBe(3);
});

test("content that the server already has is not sent", async () => {
  const { cloud, state } = startFakeServer(undefined, all.length);
  expect(await send(cloud)).toEqual({ uploadId: "u", sentBytes: 0 });
  expect(state.parts).toBe(0);
});

test.each(["before", "after"] as const)(
  "after a connection lost %s a part was stored, the upload resumes at the server's offset",
  async (moment) => {
    const broken = new Set([1, 2, 4]);
    const { cloud, bytes } = startFakeServer((part, now) => {
      if (now === moment && broken.has(part)) throw away;
    });
    await send(cloud);
    expect(bytes().equals(all)).toBe(true);
  },
);

test("a server that stays unavailable, or refuses, ends the upload", async () => {
  const gone = startFakeServer(() => {
    throw away;
  });
  await expect(send(gone.cloud)).rejects.toBe(away);
  const refused = new Refusal("FORBIDDEN", "no", "refused");
  const refusing = startFakeServer(() => {
    throw refused;
  });
  await expect(send(refusing.cloud)).rejects.toBe(refused);
  expect(refusing.state.parts).toBe(1);
});

test("a file that shrinks during the upload is named in the error", async () => {
  const collected = collectFolder(root);
  await truncate(join(root, "3.bin"), 5);
  await expect(send(startFakeServer().cloud, collected)).rejects.toThrow(/3\.bin changed during the upload/);
});
