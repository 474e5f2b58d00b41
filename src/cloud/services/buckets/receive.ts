/** Receives bodies, from clients and from copied objects, in constant memory. */
import { rm, writeFile } from "node:fs/promises";
import { putBytesMax } from "../../../../resources/bucket/limits.ts";
import { AppError } from "../../app-error.ts";
import { smallFileBytesMax, type Blocks, type PreparedFile } from "../../engines/blocks/blocks.ts";
import { leafCid } from "../../engines/blocks/cid.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import { createDigests } from "./digests.ts";
import { orDiskFull } from "./failures.ts";
import type { Buckets, Received, ReceiveOptions } from "./service.ts";
import { createSink, type Staged } from "./sink.ts";
import type { Staging } from "./staging.ts";

/**
 * Larger bodies are checked against the quota first. Bodies of unknown size are checked each time this many bytes
 * arrive.
 */
const askEveryBytes = 16 * 1024 * 1024;

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

  const ask = async ({ teamId }: ReceiveOptions, bytes: number): Promise<void> => {
    if (bytes >= askEveryBytes) await allowance.ask(db, teamId, "IPFS_STORAGE", bytes);
  };

  const read = async (body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<Received> => {
    blocks.requireRoom();
    const { sizeBytes = Infinity, checksums, sha256 = false, asPart } = options;
    if (sizeBytes !== Infinity && sizeBytes > putBytesMax) throw new AppError("OBJECT_TOO_LARGE");
    await ask(options, sizeBytes === Infinity ? 0 : sizeBytes);
    const digests = createDigests(checksums, sha256);
    const sink = createSink(staging, { memoryBytesMax: smallFileBytesMax, ...(!asPart && { leafOf: leafCid }) });
    let received = 0;
    let asked = 0;
    try {
      for await (const bytes of body) {
        received += bytes.length;
        if (received > sizeBytes) throw new AppError("BODY_INCOMPLETE");
        if (received > putBytesMax) throw new AppError("OBJECT_TOO_LARGE");
        if (sizeBytes === Infinity && received - asked >= askEveryBytes) await ask(options, (asked = received));
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

  const keep = (what: Staged, facts: Omit<Received, "discard">): Received => {
    const received: Received = {
      ...facts,
      async discard() {
        staged.delete(received);
        if ("path" in what) await removeBody(what.path);
      },
    };
    staged.set(received, what);
    return received;
  };

  const removeBody = async (path: string): Promise<void> => {
    await rm(path, { force: true });
    staging.release(path);
  };

  const takeUp = (body: Received): Staged => {
    const what = staged.get(body);
    if (!what) throw new Error("This body has already been used or released.");
    staged.delete(body);
    return what;
  };

  const using = async <T>(path: string, use: (path: string) => Promise<T>): Promise<T> => {
    try {
      return await use(path);
    } finally {
      await removeBody(path);
    }
  };

  const keepAsPart = async (what: Staged): Promise<string> => {
    const path = "path" in what ? what.path : staging.take();
    return using(path, async () => {
      if ("bytes" in what) await writeFile(path, what.bytes);
      return staging.keepAsPart(path);
    });
  };

  const prepare = (what: Staged): Promise<PreparedFile> =>
    "path" in what
      ? using(what.path, (path) => blocks.prepareFile(path, what.leaves))
      : blocks.prepareBytes(what.bytes);

  return {
    receive: (body, options) => orDiskFull(read(body, options)),
    prepare: (body) => orDiskFull(prepare(takeUp(body))),
    keepAsPart: (body) => orDiskFull(keepAsPart(takeUp(body))),
  };
};
