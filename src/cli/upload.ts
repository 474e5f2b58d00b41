/** Sends files to the cloud: the manifest with its digests first, then as much of the bytes as the cloud does not know. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { uploadAttempts, uploadPartBytes, uploadRetryDelayMs } from "../../resources/limits.ts";
import type { appendUpload, createUpload, showUpload } from "../../resources/hosting/uploads.ts";
import { calls } from "./calls.ts";
import { Refusal, type Cloud } from "./cloud.ts";
import { Failure } from "./failure.ts";
import type { LocalFile } from "./files/collect.ts";

export interface Sending {
  readonly kind: "folder" | "zip";
  /** The folder in which the paths lie. */
  readonly root: string;
  readonly files: readonly LocalFile[];
  readonly digests: readonly string[];
  onSent(sentBytes: number, totalBytes: number): void;
}

/** Resolves once the cloud holds every byte. After a break it goes on from where the cloud is. */
export const sendFiles = async (
  cloud: Cloud,
  sending: Sending,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<{ uploadId: string; sentBytes: number }> => {
  const { kind, files, digests, onSent } = sending;
  const manifest = files.map(({ path, sizeBytes }, index) => ({ path, sizeBytes, sha256: digests[index] }));
  const body = { kind, files: manifest };
  const { uploadId, received: known, sizeBytes } = await cloud.call<typeof createUpload>(calls.createUpload, { body });
  let received = known;
  const partAt = (offset: number) => readPart(sending, offset, Math.min(uploadPartBytes, sizeBytes - offset));
  // While one part travels, the next is read.
  let next: { readonly offset: number; readonly bytes: Promise<Buffer> } | undefined;
  for (let breaks = 0; received < sizeBytes;) {
    onSent(received, sizeBytes);
    try {
      if (breaks > 0) ({ received } = await cloud.call<typeof showUpload>(calls.showUpload, { params: { uploadId } }));
      const bytes = await (next?.offset === received ? next.bytes : partAt(received));
      const after = received + bytes.length;
      next = after < sizeBytes ? { offset: after, bytes: partAt(after) } : undefined;
      // It is looked at when its turn comes; until then a file that went away is nobody's error.
      next?.bytes.catch(() => undefined);
      const input = { params: { uploadId }, query: { offset: received }, bytes };
      ({ received } = await cloud.call<typeof appendUpload>(calls.appendUpload, input));
      breaks = 0;
    } catch (error) {
      breaks += 1;
      if (breaks >= uploadAttempts || !isPassing(error)) throw error;
      await wait(uploadRetryDelayMs * 2 ** (breaks - 1));
    }
  }
  return { uploadId, sentBytes: sizeBytes - known };
};

const isPassing = (error: unknown): boolean =>
  error instanceof Refusal ? error.code === "UPLOAD_OFFSET" : error instanceof Failure && error.exitCode === 4;

/** The bytes of the packed stream from `offset`: all files one after another. */
const readPart = async ({ root, files }: Sending, offset: number, lengthBytes: number): Promise<Buffer> => {
  const part = Buffer.allocUnsafe(lengthBytes);
  let [start, filled] = [0, 0];
  for (const { path, sizeBytes } of files) {
    const end = start + sizeBytes;
    if (filled === lengthBytes) break;
    if (end > offset)
      filled += await readRange(join(root, path), part, filled, offset + filled - start, end - offset - filled);
    start = end;
  }
  return part;
};

const readRange = async (path: string, into: Buffer, at: number, from: number, most: number): Promise<number> => {
  const wanted = Math.min(most, into.length - at);
  if (wanted === 0) return 0;
  const handle = await open(path);
  try {
    for (let done = 0; done < wanted;) {
      const { bytesRead } = await handle.read(into, at + done, wanted - done, from + done);
      if (bytesRead === 0)
        throw new Failure(`${path} changed during the upload. Deploy again when the file is complete.`);
      done += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return wanted;
};
