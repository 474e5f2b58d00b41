/** Resumable uploads: a manifest, then parts in order, then publication as a tree of blocks. */
import { uuidPattern } from "../../../../resources/declare/patterns.ts";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { UploadState } from "../../../../resources/hosting/uploads.ts";
import { uploadPartBytesMax, uploadPromiseSeconds, uploadIdleSeconds } from "../../../../resources/limits.ts";
import type { Blocks, ImportedTree } from "../../engines/blocks/blocks.ts";
import { isStagedMissing, removeLeftovers } from "../../engines/blocks/store/staged-files.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { AppError } from "../../kernel/app-error.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { manifestDigest, type Manifest } from "./digests.ts";
import { dropUnusedKnown, findKnown, findSound, forgetKnown, promisedAmong, rememberKnown } from "./known.ts";
import { createKeyedQueue } from "../../lib/keyed-queue.ts";
import { checkPath, checkSecrets, checkUnique, publishStaged } from "./publish.ts";
import {
  createReceiver,
  piecesOf,
  receiveArchive,
  receivingPrefix,
  refuseTooMany,
  stagedPiece,
  stagedPrefix,
  type Piece,
  type ReceivedPiece,
  type Receiver,
} from "./receive.ts";
import { basename } from "node:path";
import { sql } from "kysely";

export interface Part {
  readonly offset: number;
  readonly stream: Readable;
  /** Declared length; undefined if not declared. */
  readonly lengthBytes: number | undefined;
}

export type Uploads = ReturnType<typeof createUploads>;

export const createUploads = ({ blocks, database: { db, ...database } }: Pick<Engines, "blocks" | "database">) => {
  const isOnlyProcess = database.embedded !== undefined;
  const inOrder = createKeyedQueue();
  const { staged } = blocks;
  const receiver = createReceiver(blocks, db, isOnlyProcess);
  const removeFiles = (pieces: readonly Piece[]): Promise<void> =>
    staged.remove(pieces.map((piece) => stagedPiece(piece).name));
  /** Removes an unpublished upload. */
  const remove = async (uploadId: string): Promise<void> => {
    const pieces = await piecesOf(db, uploadId);
    const upload = db.deleteFrom("upload").where("id", "=", uploadId).where("published", "is", null);
    if ((await upload.executeTakeFirst()).numDeletedRows > 0n) await removeFiles(pieces);
  };

  return {
    /** Returns a function that creates the upload. An upload with known digests is complete immediately. */
    async prepare(
      teamId: string,
      { kind, files, secrets = false }: Manifest,
    ): Promise<(trx: Trx) => Promise<UploadState>> {
      for (const { path } of files) checkPath(path);
      checkUnique(files.map((file) => file.path));
      if (kind === "zip" && files.length !== 1) throw new AppError("ZIP_INVALID");
      if (kind === "folder" && !secrets) checkSecrets(files.map(({ path }) => path));
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
            secrets,
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

    async show(db: Db, teamId: string, uploadId: string): Promise<UploadState> {
      return stateOf(await find(db, teamId, uploadId));
    },

    /** Receives a part; resolves once it is on disk. Parts of one upload are processed sequentially. */
    append: (teamId: string, uploadId: string, { offset, stream, lengthBytes }: Part): Promise<UploadState> =>
      inOrder(uploadId, async () => {
        blocks.requireRoom();
        if (lengthBytes !== undefined && lengthBytes > uploadPartBytesMax) throw new AppError("PAYLOAD_TOO_LARGE");
        const { received, sizeBytes } = stateOf(await find(db, teamId, uploadId));
        if (offset !== received) throw new AppError("UPLOAD_OFFSET");
        const bytesMax = Math.min(uploadPartBytesMax, sizeBytes - received);
        const last = (await piecesOf(db, uploadId)).at(-1);
        const part = await receiver.receive(stream, { offset, bytesMax, last }, async (received) => {
          if (received.isTooLong) throw new AppError("PAYLOAD_TOO_LARGE");
          await advance(db, uploadId, offset, received);
          return received;
        });
        if (part.brokenBy) throw part.brokenBy;
        return { uploadId, received: received + part.bytes, sizeBytes };
      }),

    /** Receives a ZIP of unknown size; returns the ID of the complete upload. */
    receiveArchive: (teamId: string, content: Readable): Promise<string> =>
      receiveArchive(db, receiver, teamId, content),

    /** Allows an upload to contain files that are usually secret. */
    allowSecrets: async (teamId: string, uploadId: string): Promise<void> => {
      await db
        .updateTable("upload")
        .set({ secrets: true })
        .where("id", "=", uploadId)
        .where("team_id", "=", teamId)
        .execute();
    },

    /** Deletes an unpublished upload. */
    discard: (teamId: string, uploadId: string): Promise<void> =>
      inOrder(uploadId, async () => {
        await find(db, teamId, uploadId);
        await remove(uploadId);
      }),

    /** Imports a complete upload. Idempotent. Deletes uploads that can never be published. */
    publish: (teamId: string, uploadId: string): Promise<ImportedTree> =>
      inOrder(uploadId, async () => {
        const { kind, files, secrets, published, ...upload } = await find(db, teamId, uploadId);
        if (published) return published;
        if (upload.received_bytes < upload.size_bytes) throw new AppError("UPLOAD_INCOMPLETE");
        const pieces = await piecesOf(db, uploadId);
        try {
          const isWhole = pieces.reduce((sum, piece) => sum + piece.sizeBytes, 0) === Number(upload.size_bytes);
          if (!isWhole) throw new AppError("UPLOAD_INCOMPLETE");
          const tree = await staged
            .useJoined(pieces.map(stagedPiece), (stagingFile) =>
              publishStaged(blocks, { kind, files, secrets, stagingFile }),
            )
            .catch(unlessMissing);
          await db.transaction().execute(async (trx) => {
            await trx
              .updateTable("upload")
              .set({ published: JSON.stringify(tree), touched_at: new Date() })
              .where("id", "=", uploadId)
              .execute();
            await trx.deleteFrom("upload_piece").where("upload_id", "=", uploadId).execute();
            if (upload.digest) await rememberKnown(trx, teamId, upload.digest, tree);
          });
          await removeFiles(pieces);
          return tree;
        } catch (error) {
          // Another process may have published it and removed the pieces.
          const now = await find(db, teamId, uploadId);
          if (now.published) return now.published;
          if (error instanceof AppError) await remove(uploadId);
          throw error;
        }
      }),

    /**
     * Returns a published upload's tree and ends its promise: the caller holds the root. undefined if it is not
     * published.
     */
    async takeTree(trx: Trx, teamId: string, uploadId: string): Promise<ImportedTree | undefined> {
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

    /**
     * Returns the roots that are promised to an upload that is not deployed yet. Check them before deployments, in one
     * transaction.
     */
    promised: promisedAmong,
    /** Deletes known uploads with this root, so their content must be sent again. */
    forgetKnown,

    /** Deletes a team's uploads; the next sweep deletes their files. */
    removeTeam: async (trx: Trx, teamId: string): Promise<void> => {
      await trx.deleteFrom("upload").where("team_id", "=", teamId).execute();
      await trx.deleteFrom("known_upload").where("team_id", "=", teamId).execute();
    },

    /** Deletes abandoned uploads and orphaned files. */
    sweep: (): Promise<void> => sweepUploads(db, blocks, receiver, beforeOf(isOnlyProcess)),
    /** Deletes files that a crash left in this process's folder. */
    sweepFolder: (): Promise<void> =>
      removeLeftovers(blocks.stagingPath("."), {
        prefix: receivingPrefix,
        before: beforeOf(isOnlyProcess),
        isLive: (path) => receiver.isLive(basename(path).slice(receivingPrefix.length)),
      }),
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
 * Advances the offset by the received bytes. Throws UPLOAD_OFFSET if another process received the same part; the client then
 * queries the offset.
 */
const advance = async (db: Db, uploadId: string, from: number, { bytes, piece }: ReceivedPiece): Promise<void> => {
  const { rows } = await sql`
    with advanced as (
      update upload set received_bytes = ${BigInt(from + bytes)}, touched_at = now()
      where id = ${uploadId} and received_bytes = ${BigInt(from)} returning id
    ), stored as (
      insert into upload_piece (upload_id, offset_bytes, size_bytes, file_id, writer)
      select id, ${BigInt(piece.offset)}, ${BigInt(piece.sizeBytes)}, ${piece.fileId}, ${piece.writer}
      from advanced where ${bytes} > 0
      on conflict (upload_id, offset_bytes) do update set size_bytes = excluded.size_bytes, writer = excluded.writer
    )
    select from advanced
  `.execute(db);
  if (rows.length === 0) throw new AppError("UPLOAD_OFFSET");
};

/** After restoring a backup, the pieces of unfinished uploads are missing. */
const unlessMissing = (error: unknown): never => {
  throw isStagedMissing(error) ? new AppError("UPLOAD_INCOMPLETE") : error;
};

/** With several processes, younger files can belong to an uncommitted transaction. */
const sharedAgeMs = 3_600_000;

const beforeOf = (isOnlyProcess: boolean): Date => new Date(Date.now() - (isOnlyProcess ? 0 : sharedAgeMs));

const isUploadId = (text: string): boolean => uuidPattern.test(text);

/** Deletes idle uploads, expired known uploads, and staged files without a piece. */
const sweepUploads = async (
  db: Db,
  { staged }: Pick<Blocks, "staged">,
  { isLive }: Receiver,
  before: Date,
): Promise<void> => {
  const idleSince = new Date(Date.now() - uploadIdleSeconds * 1000);
  await db.deleteFrom("upload").where("touched_at", "<", idleSince).execute();
  await dropUnusedKnown(db);

  // Import files have the name of their staged file with a suffix.
  const idOf = (name: string): string => name.slice(stagedPrefix.length, stagedPrefix.length + 36);
  const names: string[] = [];
  for await (const { name, writtenAt } of staged.list(stagedPrefix))
    if (writtenAt <= before && !isLive(idOf(name))) names.push(name);
  const any = sql<string>`any(${names.map(idOf).filter(isUploadId)}::uuid[])`;
  const rows = await db
    .selectFrom("upload_piece")
    .select("file_id")
    .where("file_id", "=", any)
    // Files of the version before have no row.
    .union(db.selectFrom("upload").select("id as file_id").where("id", "=", any).where("published", "is", null))
    .execute();
  const known = new Set(rows.map((row) => row.file_id));
  await staged.remove(names.filter((name) => !known.has(idOf(name))));
};
