/** Uploads files: first the manifest with digests, then the bytes that the server doesn't have. */
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
  /** The folder that contains the paths. */
  readonly root: string;
  readonly files: readonly LocalFile[];
  readonly digests: readonly string[];
  /** Whether files that are usually secret may be published. */
  readonly secrets: boolean;
  onSent(sentBytes: number, totalBytes: number): void;
}

/** Resolves once the server has every byte. After an interruption, resumes at the server's offset. */
export const sendFiles = async (
  cloud: Cloud,
  sending: Sending,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<{ uploadId: string; sentBytes: number }> => {
  const { kind, files, digests, secrets, onSent } = sending;
  const manifest = files.map(({ path, sizeBytes }, index) => ({ path, sizeBytes, sha256: digests[index] }));
  const body = { kind, files: manifest, secrets };
  const { uploadId, received: known, sizeBytes } = await cloud.call<typeof createUpload>(calls.createUpload, { body });
  let received = known;
  const partAt = (offset: number) => readPart(sending, offset, Math.min(uploadPartBytes, sizeBytes - offset));
  // The next part is read while one is sent.
  let next: { readonly offset: number; readonly bytes: Promise<Buffer> } | undefined;
  for (let breaks = 0; received < sizeBytes;) {
    onSent(received, sizeBytes);
    try {
      if (breaks > 0) ({ received } = await cloud.call<typeof showUpload>(calls.showUpload, { params: { uploadId } }));
      const bytes = await (next?.offset === received ? next.bytes : partAt(received));
      const after = received + bytes.length;
      next = after < sizeBytes ? { offset: after, bytes: partAt(after) } : undefined;
      // Errors are reported when the part is due; until then a rejection, such as a deleted file, is ignored.
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

/** Reads the packed stream from `offset`: all files in sequence. */
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
