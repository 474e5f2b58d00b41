/** Where backups are stored, encrypted: a directory or an S3 bucket. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline as pipe, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import type { Config } from "../../config.ts";
import { BlobMissing } from "../../engines/blocks/store/blob-store.ts";
import { diskStore } from "../../engines/blocks/store/disk-store.ts";
import { s3Store } from "../../engines/blocks/store/s3-store.ts";
import { open, seal } from "./crypt.ts";

export type BackupConfig = Pick<
  Config,
  "BACKUP_TO" | "BACKUP_KEY" | "BACKUP_S3_ACCESS_KEY" | "BACKUP_S3_SECRET_KEY" | "DATA_DIR"
>;

export interface StoredFile {
  readonly name: string;
  readonly writtenAt: Date;
}

export type Repository = Awaited<ReturnType<typeof openRepository>>;

const keyCheck = "key-check";
const stagingPrefix = "backup-";
const leftoverMs = 86_400_000;

/**
 * Opens the backups at BACKUP_TO. Throws if BACKUP_KEY is not the key of the backups there. With `isNew`, they may be the first.
 */
export const openRepository = async (config: BackupConfig, { isNew }: { readonly isNew: boolean }) => {
  const { BACKUP_TO: to, BACKUP_KEY: key } = config;
  if (!to) throw new Error("Set BACKUP_TO to a directory or the URL of an S3 bucket.");
  if (!key)
    throw new Error(
      "Backups are encrypted. Set BACKUP_KEY to at least 32 random characters, and keep a copy elsewhere.",
    );
  const isRemote = /^https?:\/\//.test(to);
  if (!isRemote && !isNew && !(await stat(to).catch(() => undefined))) throw new Error(`No backups found in ${to}.`);
  const store = isRemote ? s3Store(bucketOf(to, config)) : await diskStore(resolve(to));
  const staging = isRemote ? join(config.DATA_DIR, "staging") : join(resolve(to), "staging");
  const label = isRemote ? `the bucket at ${to}` : `the directory ${resolve(to)}`;
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await removeLeftovers(staging);

  /** Encrypts and stores a file durably, replacing one of that name. Returns its size in bytes. */
  const put = async (name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> => {
    const path = join(staging, `${stagingPrefix}${randomUUID()}`);
    try {
      await pipeline(seal(key, name, content), createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
      if ((await store.size(name)) === undefined) await store.keep(path, name);
      else await store.replace(path, name);
      return (await stat(path)).size;
    } finally {
      await rm(path, { force: true });
    }
  };
  const read = async function* (name: string): AsyncGenerator<Uint8Array> {
    const size = await store.size(name);
    if (size === undefined) throw new BlobMissing(name);
    yield* open(key, name, await store.stream(name, { start: 0, end: size - 1 }));
  };

  if ((await store.size(keyCheck)) === undefined) {
    if (!isNew) throw new Error(`No backups found in ${label}.`);
    await put(keyCheck, [Buffer.from(keyCheck)]);
  }
  await buffer(read(keyCheck)).catch((error: unknown) => {
    throw new Error(`BACKUP_KEY is not the key of the backups in ${label}. Set the key that they were created with.`, {
      cause: error,
    });
  });

  return {
    label,
    /** Lists the files whose names start with `prefix`. */
    async *list(prefix: string): AsyncIterable<StoredFile> {
      for await (const { id, writtenAt } of store.all()) if (id.startsWith(prefix)) yield { name: id, writtenAt };
    },
    put,
    /** Streams a file. Throws if the key is another one, or the file is missing or damaged. */
    get: read,
    remove: store.remove,
    /** Assigns the repository to an instance. Throws if it belongs to another one. */
    async claim(instanceId: string): Promise<void> {
      const owner = await store.owner();
      if (owner === instanceId) return;
      if (owner !== undefined)
        throw new Error(`The backups in ${label} belong to another instance (${owner}). Choose another place.`);
      await store.claim(instanceId);
    },
  };
};

/** "https://s3.example.com/bucket" or ".../bucket/prefix". */
const bucketOf = (to: string, { BACKUP_S3_ACCESS_KEY: accessKey, BACKUP_S3_SECRET_KEY: secretKey }: BackupConfig) => {
  const { endpoint, bucket } = bucketAt(to);
  if (!accessKey || !secretKey)
    throw new Error("Backups in an S3 bucket need BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY.");
  return { endpoint, bucket, accessKey, secretKey, prefix: "backups/" };
};

/** Splits the URL of a bucket, with path style: the bucket is the last part of the path. */
export const bucketAt = (url: string): { endpoint: string; bucket: string } => {
  const { origin, pathname } = new URL(url);
  const parts = pathname.split("/").filter(Boolean);
  const bucket = parts.pop();
  if (!bucket) throw new Error(`${url} names no bucket. Use https://HOST/BUCKET.`);
  return { endpoint: [origin, ...parts].join("/"), bucket };
};

/** Files of a process that was killed while it wrote them. */
const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(stagingPrefix)) continue;
    const path = join(folder, name);
    const file = await stat(path).catch(() => undefined);
    if (file && file.mtimeMs < Date.now() - leftoverMs) await rm(path, { recursive: true, force: true });
  }
};

/** Compresses on the way. An error on one side ends both. */
export const compressed = (content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Readable =>
  pipe(Readable.from(content, { objectMode: false }), createZstdCompress(), () => undefined);

export const decompressed = (content: AsyncIterable<Uint8Array>): Readable =>
  pipe(Readable.from(content, { objectMode: false }), createZstdDecompress(), () => undefined);
