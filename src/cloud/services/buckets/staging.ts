/** Stores received bodies and the parts of unfinished uploads as files in the staging folder. */
import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { syncFolder } from "../../engines/blocks/disk-store.ts";
import type { Db } from "../../engines/database/database.ts";
import { isUuid } from "../uuid.ts";

const bodyPrefix = "bucket-body-";
const partPrefix = "bucket-part-";
/** In a shared folder, files modified within this time may be in use by another process. */
const sharedAgeMs = 3_600_000;

export interface Staging {
  /** Returns a new path for a body. Call `release` when the file is deleted or referenced. */
  take(): string;
  release(path: string): void;
  /** Stores a body durably as the file of a part; returns the file ID. */
  keepAsPart(path: string): Promise<string>;
  partPath(fileId: string): string;
  removeParts(fileIds: readonly string[]): Promise<void>;
  /** Returns the file IDs without a file. */
  missing(fileIds: readonly string[]): Promise<Set<string>>;
  /** Removes leftovers of a crash: orphaned bodies and files of unknown parts. */
  sweep(db: Db, isOnlyProcess: boolean): Promise<void>;
}

export const createStaging = (blocks: Pick<Blocks, "stagingPath">): Staging => {
  const live = new Set<string>();
  const folder = blocks.stagingPath(".");
  const partPath = (fileId: string): string => blocks.stagingPath(`${partPrefix}${fileId}`);

  const removeIfOld = async (name: string, writtenBefore: number): Promise<void> => {
    const path = join(folder, name);
    const file = await stat(path).catch(() => undefined);
    if (file && file.mtimeMs <= writtenBefore) await rm(path, { force: true });
  };

  return {
    take() {
      const path = blocks.stagingPath(`${bodyPrefix}${randomUUID()}`);
      live.add(path);
      return path;
    },
    release: (path) => void live.delete(path),
    async keepAsPart(path) {
      const fileId = randomUUID();
      live.add(partPath(fileId));
      await syncFile(path);
      await rename(path, partPath(fileId));
      await syncFolder(folder);
      return fileId;
    },
    partPath,
    async removeParts(fileIds) {
      for (const fileId of fileIds) {
        await rm(partPath(fileId), { force: true });
        live.delete(partPath(fileId));
      }
    },
    async missing(fileIds) {
      if (fileIds.length === 0) return new Set();
      const names = new Set(await readdir(folder));
      return new Set(fileIds.filter((fileId) => !names.has(`${partPrefix}${fileId}`)));
    },
    async sweep(db, isOnlyProcess) {
      const writtenBefore = Date.now() - (isOnlyProcess ? 0 : sharedAgeMs);
      // List files before querying parts: a file released in between already has its row.
      const names = (await readdir(folder)).filter((name) => !live.has(join(folder, name)));
      for (const name of names.filter((each) => each.startsWith(bodyPrefix))) await removeIfOld(name, writtenBefore);
      const parts = names.filter((name) => name.startsWith(partPrefix));
      const referenced = await referencedFiles(db, parts.map(fileIdOf).filter(isUuid));
      for (const name of parts) if (!referenced.has(fileIdOf(name))) await removeIfOld(name, writtenBefore);
    },
  };
};

const fileIdOf = (name: string): string => name.slice(partPrefix.length);

const referencedFiles = async (db: Db, fileIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom("bucket_part")
    .select("file_id")
    .where("file_id", "=", sql<string>`any(${[...fileIds]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ file_id }) => file_id));
};

const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
