/** Receives bodies, from clients and from copied objects, in constant memory. */
import { rm, writeFile } from "node:fs/promises";
import { putBytesMax } from "../../../../resources/bucket/limits.ts";
import { AppError } from "../../app-error.ts";
import { smallFileBytesMax, type Blocks, type PreparedFile } from "../../engines/blocks/blocks.ts";
import { leafCid } from "../../engines/blocks/cid.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import { orDiskFull } from "./failures.ts";
import type { Buckets, Received, ReceiveOptions } from "./service.ts";
import { createSink, type Staged } from "./sink.ts";
import type { Staging } from "./staging.ts";
import { createHash } from "node:crypto";
import { createChecksum, type ChecksumAlgorithm } from "../checksums.ts";

/**
 * Larger bodies are checked against the quota first. Bodies of unknown size are checked each time this many bytes
 * arrive.
 */
const checkEveryBytes = 16 * 1024 * 1024;

interface Deps {
  readonly db: Db;
  readonly blocks: Pick<Blocks, "prepareFile" | "prepareBytes" | "requireRoom">;
  readonly staging: Staging;
  readonly allowance: Pick<Allowance, "ask">;
}

export interface Bodies extends Pick<Buckets, "receive"> {
  /** Converts a body to a file that a transaction can record. Consumes the body. */
  prepare(body: Received): Promise<PreparedFile>;
  /** Stores a body as the durable file of a part; returns the file ID. Consumes the body. */
  keepAsPart(body: Received): Promise<string>;
}

export const createBodies = ({ db, blocks, staging, allowance }: Deps): Bodies => {
  const staged = new WeakMap<Received, Staged>();

  const checkQuota = async ({ teamId }: ReceiveOptions, bytes: number): Promise<void> => {
    if (bytes >= checkEveryBytes) await allowance.ask(db, teamId, "IPFS_STORAGE", bytes);
  };

  const read = async (body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<Received> => {
    blocks.requireRoom();
    const { sizeBytes = Infinity, checksums, sha256 = false, asPart } = options;
    if (sizeBytes !== Infinity && sizeBytes > putBytesMax) throw new AppError("OBJECT_TOO_LARGE");
    await checkQuota(options, sizeBytes === Infinity ? 0 : sizeBytes);
    const digests = createDigests(checksums, sha256);
    const sink = createSink(staging, { memoryBytesMax: smallFileBytesMax, ...(!asPart && { leafOf: leafCid }) });
    let received = 0;
    let checkedBytes = 0;
    try {
      for await (const bytes of body) {
        received += bytes.length;
        if (received > sizeBytes) throw new AppError("BODY_INCOMPLETE");
        if (received > putBytesMax) throw new AppError("OBJECT_TOO_LARGE");
        if (sizeBytes === Infinity && received - checkedBytes >= checkEveryBytes)
          await checkQuota(options, (checkedBytes = received));
        const written = sink.write(bytes);
        digests.update(bytes);
        await written;
      }
      if (sizeBytes !== Infinity && received < sizeBytes) throw new AppError("BODY_INCOMPLETE");
      return keep(await sink.end(), { sizeBytes: received, ...digests.result() });
    } catch (error) {
      await sink.abort();
      throw error;
    }
  };

  const keep = (stagedBody: Staged, values: Omit<Received, "discard">): Received => {
    const received: Received = {
      ...values,
      async discard() {
        staged.delete(received);
        if ("path" in stagedBody) await removeBody(stagedBody.path);
      },
    };
    staged.set(received, stagedBody);
    return received;
  };

  const removeBody = async (path: string): Promise<void> => {
    await rm(path, { force: true });
    staging.release(path);
  };

  const claim = (body: Received): Staged => {
    const stagedBody = staged.get(body);
    if (!stagedBody) throw new Error("This body has already been used or released.");
    staged.delete(body);
    return stagedBody;
  };

  const using = async <T>(path: string, use: (path: string) => Promise<T>): Promise<T> => {
    try {
      return await use(path);
    } finally {
      await removeBody(path);
    }
  };

  const keepAsPart = async (stagedBody: Staged): Promise<string> => {
    const path = "path" in stagedBody ? stagedBody.path : staging.take();
    return using(path, async () => {
      if ("bytes" in stagedBody) await writeFile(path, stagedBody.bytes);
      return staging.keepAsPart(path);
    });
  };

  const prepare = (stagedBody: Staged): Promise<PreparedFile> =>
    "path" in stagedBody
      ? using(stagedBody.path, (path) => blocks.prepareFile(path, stagedBody.leaves))
      : blocks.prepareBytes(stagedBody.bytes);

  return {
    receive: (body, options) => orDiskFull(read(body, options)),
    prepare: (body) => orDiskFull(prepare(claim(body))),
    keepAsPart: (body) => orDiskFull(keepAsPart(claim(body))),
  };
};

/** Computes digests of a body while it streams. */
interface Digests {
  update(bytes: Uint8Array): void;
  /** Call once. */
  result(): Pick<Received, "md5" | "sha256" | "checksums">;
}

const createDigests = (algorithms: readonly ChecksumAlgorithm[], wantsSha256: boolean): Digests => {
  const md5 = createHash("md5");
  const sha256 = wantsSha256 || algorithms.includes("SHA256") ? createHash("sha256") : undefined;
  const others = [...new Set(algorithms)].filter((algorithm) => algorithm !== "SHA256");
  const checksums = others.map((algorithm) => [algorithm, createChecksum(algorithm)] as const);
  return {
    update(bytes) {
      md5.update(bytes);
      sha256?.update(bytes);
      for (const [, checksum] of checksums) checksum.update(bytes);
    },
    result() {
      const digest = sha256?.digest();
      const computed = checksums.map(([algorithm, checksum]) => [algorithm, checksum.digest()] as const);
      const sha256Entries =
        digest && algorithms.includes("SHA256") ? [["SHA256", digest.toString("base64")] as const] : [];
      return {
        md5: md5.digest("hex"),
        sha256: digest?.toString("hex"),
        checksums: Object.fromEntries([...computed, ...sha256Entries]),
      };
    },
  };
};
