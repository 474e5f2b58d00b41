/** A fake bucket for the file sender, in memory: counts calls, fails on request, and hashes content. */
import { createHash } from "node:crypto";
import { crc32 as crc32Of } from "node:zlib";
import type { Part, SendEffects } from "../../../src/dashboard/storage/flows/object-upload/send-file.ts";
import { fileCid, leafBytes } from "../../../src/dashboard/lib/cid/file-cid.ts";
import { crc32Base64 } from "../../../src/dashboard/lib/bytes/crc32.ts";

type Failure = "break" | "break after" | "fault" | "refusal";

const digest = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();

export const hasher: Pick<SendEffects, "hash" | "cidOf"> = {
  hash: async (blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const count = Math.max(1, Math.ceil(bytes.length / leafBytes));
    const leaves = Array.from({ length: count }, (_, at) => bytes.subarray(at * leafBytes, (at + 1) * leafBytes));
    return {
      crc32: crc32Base64(crc32Of(bytes)),
      leaves: leaves.map((leaf) => ({ digest: digest(leaf), sizeBytes: leaf.length })),
    };
  },
  cidOf: (leaves) => fileCid(leaves, async (bytes) => digest(bytes)),
};

export const bucketCloud = () => {
  const calls: string[] = [];
  const failures: { call: string; failure: Failure }[] = [];
  /** CIDs by key. */
  const objects = new Map<string, string>();
  const uploads = new Map<string, Map<number, Part & { body?: Blob }>>();
  const cloud = { corrupts: false };
  let started = 0;

  const answer = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    calls.push(call);
    const at = failures.findIndex((one) => one.call === call);
    const failure = at < 0 ? undefined : failures.splice(at, 1)[0]!.failure;
    if (failure !== undefined && failure !== "break after") throw new Error(failure);
    const result = await work();
    if (failure === "break after") throw new Error("break");
    return result;
  };
  const store = async (key: string, body: Blob, replaces: boolean): Promise<string> => {
    if (objects.has(key) && !replaces) throw new Error("taken");
    const cid = cloud.corrupts ? "corrupted" : await hasher.cidOf((await hasher.hash(body)).leaves);
    objects.set(key, cid);
    return cid;
  };
  const upload = (id: string) => {
    const found = uploads.get(id);
    if (!found) throw new Error("gone");
    return found;
  };
  const says = (word: string) => (error: unknown) => (error as Error).message === word;

  const effects: SendEffects = {
    ...hasher,
    put: ({ key }, { body, replaces }) => answer("put", () => store(key, body, replaces)),
    start: () =>
      answer("begin", async () => {
        const id = `upload-${(started += 1)}`;
        uploads.set(id, new Map());
        return id;
      }),
    putPart: (_at, id, number, { body, crc32 }) =>
      answer(`part ${number}`, async () => {
        const part = { number, etag: `etag-${number}`, crc32, sizeBytes: body.size, body };
        upload(id).set(number, part);
        return part;
      }),
    parts: (_at, id) => answer("parts", async () => [...upload(id).values()]),
    finish: ({ key }, id, parts, replaces) =>
      answer("finish", () => store(key, new Blob(parts.map(({ number }) => upload(id).get(number)!.body!)), replaces)),
    stored: ({ key }) => answer("stored", async () => objects.get(key)),
    isGone: says("gone"),
    isTaken: says("taken"),
    isBreak: says("break"),
    isTemporary: says("fault"),
    wait: () => Promise.resolve(),
  };

  /** Marks parts as uploaded in an earlier visit. */
  const holdParts = async (id: string, file: File, numbers: readonly number[]) => {
    const partBytes = 8 * leafBytes;
    const held = new Map<number, Part & { body?: Blob }>();
    for (const number of numbers) {
      const body = file.slice((number - 1) * partBytes, number * partBytes);
      const { crc32 } = await hasher.hash(body);
      held.set(number, { number, etag: `etag-${number}`, crc32, sizeBytes: body.size, body });
    }
    uploads.set(id, held);
    return held;
  };

  return Object.assign(cloud, {
    calls,
    failures,
    objects,
    uploads,
    effects,
    holdParts,
    failNext: (call: string, failure: Failure) => void failures.push({ call, failure }),
  });
};
