/** Resumable uploads: a manifest, then parts in order, then publication as a tree of blocks. */
import { randomUUID } from "node:crypto";
import { rm, readdir, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { UploadState } from "../../../../resources/hosting/uploads.ts";
import { uploadPartBytesMax, uploadPromiseSeconds, uploadIdleSeconds } from "../../../../resources/limits.ts";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { AppError } from "../../app-error.ts";
import { secondsFromNow } from "../secrets.ts";
import { manifestDigest } from "./digests.ts";
import { findKnown, findSound, forgetKnown, isPromised, rememberKnown, dropUnusedKnown } from "./known.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import { checkPath, checkUnique } from "./paths.ts";
import { publishStaged } from "./publish.ts";
import { receiveArchive } from "./receive-archive.ts";
import { receive } from "./receive.ts";
import { refuseTooMany } from "./too-many.ts";
import { join } from "node:path";
import { sql } from "kysely";

export interface Manifest {
  readonly kind: "folder" | "zip";
  readonly files: readonly {
    readonly path: string;
    readonly sizeBytes: number;
    readonly sha256?: string | undefined;
  }[];
}

export interface Part {
  readonly offset: number;
  readonly stream: Readable;
  /** Declared length; undefined if not declared. */
  readonly lengthBytes: number | undefined;
}

export interface Uploads {
  /** Returns a function that creates the upload. An upload with known digests is complete immediately. */
  prepare(teamId: string, manifest: Manifest): Promise<(trx: Trx) => Promise<UploadState>>;
  show(db: Db, teamId: string, uploadId: string): Promise<UploadState>;
  /** Receives a part; resolves once it is on disk. Parts of one upload are processed sequentially. */
  append(teamId: string, uploadId: string, part: Part): Promise<UploadState>;
  /** Receives a ZIP of unknown size; returns the ID of the complete upload. */
  receiveArchive(teamId: string, content: Readable): Promise<string>;
  /** Deletes an unpublished upload. */
  discard(teamId: string, uploadId: string): Promise<void>;
  /** Imports a complete upload. Idempotent. Deletes uploads that can never be published. */
  publish(teamId: string, uploadId: string): Promise<ImportedTree>;
  /**
   * Returns a published upload's tree and ends its promise: the caller holds the root. undefined if it is not
   * published.
   */
  takeTree(trx: Trx, teamId: string, uploadId: string): Promise<ImportedTree | undefined>;
  /**
   * Whether a root is promised to an upload that is not deployed yet. Check it before deployments, in one transaction.
   */
  isPromised(trx: Trx, cid: string): Promise<boolean>;
  /** Deletes known uploads with this root, so their content must be sent again. */
  forgetKnown(trx: Trx, cid: string): Promise<void>;
  /** Deletes a team's uploads; the next sweep deletes their files. */
  removeTeam(trx: Trx, teamId: string): Promise<void>;
  /** Deletes abandoned uploads and orphaned files. Call it at startup and periodically. */
  sweep(): Promise<void>;
}

export const createUploads = ({
  blocks,
  database: { db, ...database },
}: Pick<Engines, "blocks" | "database">): Uploads => {
  const inOrder = createKeyedQueue();
  const stagingFileOf = (uploadId: string): string => blocks.stagingPath(stagingNameOf(uploadId));
  const remove = async (uploadId: string): Promise<void> => {
    await db.deleteFrom("upload").where("id", "=", uploadId).execute();
    await rm(stagingFileOf(uploadId), { force: true });
  };

  return {
    async prepare(teamId, { kind, files }) {
      for (const { path } of files) checkPath(path);
      checkUnique(files.map((file) => file.path));
      if (kind === "zip" && files.length !== 1) throw new AppError("ZIP_INVALID");
      const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
      const digest = manifestDigest({ kind, files });
      const soundRoot = digest && (await findSound(blocks, db, teamId, digest));
      return async (trx) => {
        await refuseTooMany(trx, teamId);
        const id = randomUUID();
        const known =
          digest && soundRoot !== undefined ? await findKnown(blocks, trx, teamId, { digest, soundRoot }) : undefined;
        const received = known ? sizeBytes : 0;
        await trx
          .insertInto("upload")
          .values({
            id,
            team_id: teamId,
            kind,
            files: JSON.stringify(known ? [] : files.map((file) => [file.path, file.sizeBytes, file.sha256])),
            size_bytes: BigInt(sizeBytes),
            received_bytes: BigInt(received),
            published: known ? JSON.stringify(known) : null,
            touched_at: new Date(),
            digest: digest ?? null,
            promised_until: known ? secondsFromNow(uploadPromiseSeconds) : null,
          })
          .execute();
        return { uploadId: id, received, sizeBytes };
      };
    },

    async show(db, teamId, uploadId) {
      return stateOf(await find(db, teamId, uploadId));
    },

    append: (teamId, uploadId, { offset, stream, lengthBytes }) =>
      inOrder(uploadId, async () => {
        blocks.requireRoom();
        if (lengthBytes !== undefined && lengthBytes > uploadPartBytesMax) throw new AppError("PAYLOAD_TOO_LARGE");
        const { received, sizeBytes } = stateOf(await find(db, teamId, uploadId));
        if (offset !== received) throw new AppError("UPLOAD_OFFSET");
        const bytesMax = Math.min(uploadPartBytesMax, sizeBytes - received);
        const part = await receive(stream, stagingFileOf(uploadId), offset, bytesMax);
        if (part.isTooLong) throw new AppError("PAYLOAD_TOO_LARGE");
        await advance(db, uploadId, received, received + part.bytes);
        if (part.brokenBy) throw part.brokenBy;
        return { uploadId, received: received + part.bytes, sizeBytes };
      }),

    receiveArchive: (teamId, content) => receiveArchive(db, stagingFileOf, teamId, content),

    discard: (teamId, uploadId) =>
      inOrder(uploadId, async () => {
        await find(db, teamId, uploadId);
        await remove(uploadId);
      }),

    publish: (teamId, uploadId) =>
      inOrder(uploadId, async () => {
        const { kind, files, published, ...upload } = await find(db, teamId, uploadId);
        if (published) return published;
        if (upload.received_bytes < upload.size_bytes) throw new AppError("UPLOAD_INCOMPLETE");
        const stagingFile = stagingFileOf(uploadId);
        try {
          const tree = await publishStaged(blocks, { kind, files, stagingFile });
          await db.transaction().execute(async (trx) => {
            await trx
              .updateTable("upload")
              .set({ published: JSON.stringify(tree), touched_at: new Date() })
              .where("id", "=", uploadId)
              .execute();
            if (upload.digest) await rememberKnown(trx, teamId, upload.digest, tree);
          });
          await rm(stagingFile, { force: true });
          return tree;
        } catch (error) {
          if (error instanceof AppError) await remove(uploadId);
          throw error;
        }
      }),

    async takeTree(trx, teamId, uploadId) {
      if (!isUploadId(uploadId)) return undefined;
      const row = await trx
        .updateTable("upload")
        .set({ promised_until: null })
        .where("id", "=", uploadId)
        .where("team_id", "=", teamId)
        .where("published", "is not", null)
        .returning("published")
        .executeTakeFirst();
      return row?.published ?? undefined;
    },

    isPromised,
    forgetKnown,

    removeTeam: async (trx, teamId) => {
      await trx.deleteFrom("upload").where("team_id", "=", teamId).execute();
      await trx.deleteFrom("known_upload").where("team_id", "=", teamId).execute();
    },

    sweep: () => sweepUploads(db, blocks.stagingPath("."), database.embedded !== undefined),
  };
};

const find = async (db: Db, teamId: string, uploadId: string) => {
  const row = isUploadId(uploadId)
    ? await db
        .selectFrom("upload")
        .selectAll()
        .where("id", "=", uploadId)
        .where("team_id", "=", teamId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

const stateOf = (row: { id: string; received_bytes: bigint; size_bytes: bigint }): UploadState => ({
  uploadId: row.id,
  received: Number(row.received_bytes),
  sizeBytes: Number(row.size_bytes),
});

/**
 * Advances the offset. Throws UPLOAD_OFFSET if another process received the same part; the client then queries the
 * offset.
 */
const advance = async (db: Db, uploadId: string, from: number, to: number): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable("upload")
    .set({ received_bytes: BigInt(to), touched_at: new Date() })
    .where("id", "=", uploadId)
    .where("received_bytes", "=", BigInt(from))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("UPLOAD_OFFSET");
};

const prefix = "upload-";
/** In a shared staging folder, younger files can belong to an uncommitted transaction. */
const SHARED_AGE_MS = 3_600_000;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const isUploadId = (text: string): boolean => UUID.test(text);

const stagingNameOf = (uploadId: string): string => `${prefix}${uploadId}`;

/** Deletes idle uploads, expired known uploads, and staging files without an upload. */
const sweepUploads = async (db: Db, stagingFolder: string, isOnlyProcess: boolean): Promise<void> => {
  const idleSince = new Date(Date.now() - uploadIdleSeconds * 1000);
  await db.deleteFrom("upload").where("touched_at", "<", idleSince).execute();
  await dropUnusedKnown(db);

  const names = (await readdir(stagingFolder)).filter((name) => name.startsWith(prefix));
  // Import files have the name of their upload with a suffix.
  const idOf = (name: string): string => name.slice(prefix.length, prefix.length + 36);
  const rows = await db
    .selectFrom("upload")
    .select("id")
    .where("id", "=", sql<string>`any(${names.map(idOf).filter(isUploadId)}::uuid[])`)
    .execute();
  const known = new Set(rows.map((row) => row.id));
  const writtenBefore = Date.now() - (isOnlyProcess ? 0 : SHARED_AGE_MS);
  for (const name of names) {
    if (known.has(idOf(name))) continue;
    const path = join(stagingFolder, name);
    const file = await stat(path).catch(() => undefined);
    if (file && file.mtimeMs <= writtenBefore) await rm(path, { force: true });
  }
};
