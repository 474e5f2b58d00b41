/** Receives the parts of an upload as pieces in staged files, and archives of unknown size. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open, rm, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { uploadBytesMax, uploadsOpenMax } from "../../../../resources/limits.ts";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import type { StagedPiece } from "../../engines/blocks/store/staged.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { countOf } from "../../kernel/calls/list-query.ts";

interface Received {
  /** Bytes stored durably, even if the stream failed. */
  readonly bytes: number;
  /** The stream's error, if it failed. */
  readonly brokenBy?: unknown;
  /** The stream exceeded the limit; its bytes do not count. */
  readonly isTooLong: boolean;
}

/** Writes a stream durably to a file, starting at `offset`. Creates the file if needed. */
const writeStream = async (stream: Readable, path: string, offset: number, bytesMax: number): Promise<Received> => {
  const handle = await openOrCreate(path);
  try {
    let bytes = 0;
    const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => ({ error }));
      if ("error" in next) {
        await handle.datasync();
        return { bytes, brokenBy: next.error, isTooLong: false };
      }
      if (next.done) break;
      if (bytes + next.value.length > bytesMax) {
        await handle.truncate(offset);
        return { bytes: 0, isTooLong: true };
      }
      await writeAll(handle, next.value, offset + bytes);
      bytes += next.value.length;
    }
    await handle.datasync();
    return { bytes, isTooLong: false };
  } finally {
    await handle.close();
  }
};

const openOrCreate = (path: string): Promise<FileHandle> => open(path, constants.O_RDWR | constants.O_CREAT);

const writeAll = async (handle: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
};

/** A range of an upload, at the start of a staged file. */
export interface Piece {
  readonly fileId: string;
  readonly offset: number;
  readonly sizeBytes: number;
  /** The process that wrote it. */
  readonly writer: string;
}

export const stagedPrefix = "upload-";
/** Files that become staged files when they are complete. */
export const receivingPrefix = "receiving-";

export const stagedPiece = ({ fileId, sizeBytes }: Pick<Piece, "fileId" | "sizeBytes">): StagedPiece => ({
  name: `${stagedPrefix}${fileId}`,
  sizeBytes,
});

export interface ReceivedPiece extends Received {
  /** The new piece, or the continued one. */
  readonly piece: Piece;
}

export interface Receiver {
  /**
   * Writes a stream durably from `offset` and passes the result to `store`, even if the stream failed. Continues the file of the last
   * piece if only this process can write to it. Removes a new file without a row.
   */
  receive<T>(
    stream: Readable,
    at: { readonly offset: number; readonly bytesMax: number; readonly last?: Piece | undefined },
    store: (received: ReceivedPiece) => Promise<T>,
  ): Promise<T>;
  /** Whether a file is being received and may have no row yet. */
  isLive(fileId: string): boolean;
}

/** `isOnlyProcess`: files written before a restart can be continued. */
export const createReceiver = (
  { staged, stagingPath }: Pick<Blocks, "staged" | "stagingPath">,
  db: Db,
  isOnlyProcess: boolean,
): Receiver => {
  const writer = randomUUID();
  const live = new Set<string>();

  const removeUnknown = async (piece: Pick<Piece, "fileId" | "sizeBytes">): Promise<void> => {
    const row = db.selectFrom("upload_piece").select("file_id").where("file_id", "=", piece.fileId);
    if (!(await row.executeTakeFirst())) await staged.remove([stagedPiece(piece).name]);
  };

  return {
    async receive(stream, { offset, bytesMax, last }, store) {
      const isContinued =
        last && (isOnlyProcess || last.writer === writer) && staged.pathOf(stagedPiece(last).name) !== undefined;
      const before = isContinued ? last : { fileId: randomUUID(), offset, sizeBytes: 0 };
      const { name } = stagedPiece(before);
      const temporary =
        staged.pathOf(name) === undefined ? stagingPath(`${receivingPrefix}${before.fileId}`) : undefined;
      live.add(before.fileId);
      try {
        const received = await writeStream(stream, temporary ?? staged.pathOf(name)!, offset - before.offset, bytesMax);
        if (temporary !== undefined && received.bytes > 0) await staged.keep(temporary, name);
        return await store({ ...received, piece: { ...before, writer, sizeBytes: before.sizeBytes + received.bytes } });
      } finally {
        if (temporary !== undefined) await rm(temporary, { force: true });
        // Without the database, the next sweep removes it.
        if (!isContinued) await removeUnknown(before).catch(() => undefined);
        live.delete(before.fileId);
      }
    },
    isLive: (fileId) => live.has(fileId),
  };
};

const archiveName = "archive.zip";

/**
 * Receives an archive of unknown size; returns the ID of the complete upload. A failure leaves nothing behind. Throws
 * UPLOAD_TOO_LARGE, ZIP_INVALID for an empty body, or the stream's error.
 */
export const receiveArchive = async (
  db: Db,
  receiver: Receiver,
  teamId: string,
  content: Readable,
): Promise<string> => {
  const id = randomUUID();
  await db.transaction().execute(async (trx) => {
    await refuseTooMany(trx, teamId);
    const nothing = { size_bytes: 0n, received_bytes: 0n, published: null, digest: null, promised_until: null };
    const row = {
      id,
      team_id: teamId,
      kind: "zip",
      secrets: false,
      files: "[]",
      ...nothing,
      touched_at: new Date(),
    } as const;
    await trx.insertInto("upload").values(row).execute();
  });
  try {
    await receiver.receive(content, { offset: 0, bytesMax: uploadBytesMax }, async (received) => {
      const { bytes, isTooLong, brokenBy, piece } = received;
      if (isTooLong) throw new AppError("UPLOAD_TOO_LARGE");
      if (brokenBy) throw brokenBy;
      if (bytes === 0) throw new AppError("ZIP_INVALID");
      const size = BigInt(bytes);
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable("upload")
          .set({
            files: JSON.stringify([[archiveName, bytes]]),
            size_bytes: size,
            received_bytes: size,
            touched_at: new Date(),
          })
          .where("id", "=", id)
          .execute();
        await storePiece(trx, id, piece);
      });
    });
    return id;
  } catch (error) {
    await db.deleteFrom("upload").where("id", "=", id).execute();
    throw error;
  }
};

/** Stores a new or longer piece. */
export const storePiece = async (
  trx: Trx,
  uploadId: string,
  { fileId, offset, sizeBytes, writer }: Piece,
): Promise<void> => {
  const values = { size_bytes: BigInt(sizeBytes), writer };
  await trx
    .insertInto("upload_piece")
    .values({ upload_id: uploadId, offset_bytes: BigInt(offset), file_id: fileId, ...values })
    .onConflict((conflict) => conflict.columns(["upload_id", "offset_bytes"]).doUpdateSet(values))
    .execute();
};

/** Returns an upload's pieces in order. */
export const piecesOf = async (db: Db, uploadId: string): Promise<Piece[]> => {
  const rows = await db
    .selectFrom("upload_piece")
    .selectAll()
    .where("upload_id", "=", uploadId)
    .orderBy("offset_bytes")
    .execute();
  const pieces = rows.map((row) => ({
    fileId: row.file_id,
    offset: Number(row.offset_bytes),
    sizeBytes: Number(row.size_bytes),
    writer: row.writer,
  }));
  if (pieces[0]?.offset === 0) return pieces;
  // During an upgrade, the version before still receives uploads: into one file with the upload's ID, without a row.
  const upload = await db
    .selectFrom("upload")
    .select("received_bytes")
    .where("id", "=", uploadId)
    .where("published", "is", null)
    .executeTakeFirst();
  const sizeBytes = pieces[0]?.offset ?? Number(upload?.received_bytes ?? 0);
  return sizeBytes > 0 ? [{ fileId: uploadId, offset: 0, sizeBytes, writer: uploadId }, ...pieces] : pieces;
};

/** Throws TOO_MANY_REQUESTS if a team has reached its limit of open uploads. */
export const refuseTooMany = async (trx: Trx, teamId: string): Promise<void> => {
  const open = await countOf(trx.selectFrom("upload").where("team_id", "=", teamId).where("published", "is", null));
  if (open >= uploadsOpenMax) throw new AppError("TOO_MANY_REQUESTS");
};
