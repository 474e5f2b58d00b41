/** Stores received bodies in this process's staging folder, and the parts of unfinished uploads where all processes read them. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Blocks } from "../../../engines/blocks/blocks.ts";
import { removeLeftovers } from "../../../engines/blocks/store/staged-files.ts";
import type { Db } from "../../../engines/database/database.ts";
import type { RowOf } from "../../../engines/database/tables.ts";
import { isUuid } from "../../../kernel/uuid.ts";

const bodyPrefix = "bucket-body-";
const partPrefix = "bucket-part-";
/** Files written within this time may be in use by another process. */
const sharedAgeMs = 3_600_000;

type PartFile = Pick<RowOf<"bucket_part">, "file_id" | "size_bytes">;

export interface Staging {
  /** Returns a new path for a body. Call `release` when the file is deleted or referenced. */
  take(): string;
  release(path: string): void;
  /** Stores a body durably as the file of a part; returns the file ID. Call `releasePart` when it has a row. */
  keepAsPart(path: string): Promise<string>;
  releasePart(fileId: string): void;
  /** Passes local files that contain the parts one after another; see `StagedFiles.use`. */
  useParts<T>(parts: readonly PartFile[], use: (paths: readonly string[]) => Promise<T>): Promise<T>;
  removeParts(fileIds: readonly string[]): Promise<void>;
  /** Whether parts are stored on S3, not in a folder. */
  readonly isRemote: boolean;
  /** Returns the file IDs without a file. */
  missing(fileIds: readonly string[]): Promise<Set<string>>;
  /** Removes files of unknown parts: leftovers of a crash. */
  sweepParts(db: Db, isOnlyProcess: boolean): Promise<void>;
  /** Removes bodies that a crash left in this process's folder. */
  sweepBodies(isOnlyProcess: boolean): Promise<void>;
}

export const createStaging = ({ staged, stagingPath }: Pick<Blocks, "staged" | "stagingPath">): Staging => {
  const live = new Set<string>();

  const listParts = async (): Promise<{ name: string; writtenAt: Date }[]> => {
    const parts = [];
    for await (const part of staged.list(partPrefix)) parts.push(part);
    return parts;
  };

  return {
    take() {
      const path = stagingPath(`${bodyPrefix}${randomUUID()}`);
      live.add(path);
      return path;
    },
    release: (path) => void live.delete(path),
    async keepAsPart(path) {
      const fileId = randomUUID();
      live.add(fileId);
      await staged.keep(path, nameOf(fileId));
      return fileId;
    },
    releasePart: (fileId) => void live.delete(fileId),
    useParts: (parts, use) =>
      staged.use(
        parts.map((part) => ({ name: nameOf(part.file_id), sizeBytes: Number(part.size_bytes) })),
        use,
      ),
    async removeParts(fileIds) {
      await staged.remove(fileIds.map(nameOf));
      for (const fileId of fileIds) live.delete(fileId);
    },
    isRemote: staged.pathOf("") === undefined,
    async missing(fileIds) {
      if (fileIds.length === 0) return new Set();
      const names = new Set((await listParts()).map(({ name }) => name));
      return new Set(fileIds.filter((fileId) => !names.has(nameOf(fileId))));
    },
    async sweepParts(db, isOnlyProcess) {
      const before = beforeOf(isOnlyProcess);
      // List files before querying parts: a file released in between already has its row.
      const old = (await listParts()).filter(({ name, writtenAt }) => !live.has(idOf(name)) && writtenAt <= before);
      const names = old.map(({ name }) => name);
      const referenced = await referencedFiles(db, names.map(idOf).filter(isUuid));
      await staged.remove(names.filter((name) => !referenced.has(idOf(name))));
    },
    sweepBodies: (isOnlyProcess) =>
      removeLeftovers(stagingPath("."), {
        prefix: bodyPrefix,
        before: beforeOf(isOnlyProcess),
        isLive: (path) => live.has(path),
      }),
  };
};

const nameOf = (fileId: string): string => `${partPrefix}${fileId}`;
const idOf = (name: string): string => name.slice(partPrefix.length);
const beforeOf = (isOnlyProcess: boolean): Date => new Date(Date.now() - (isOnlyProcess ? 0 : sharedAgeMs));

const referencedFiles = async (db: Db, fileIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom("bucket_part")
    .select("file_id")
    .where("file_id", "=", sql<string>`any(${[...fileIds]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ file_id }) => file_id));
};
