import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { uploadBytesMax } from "../../../../resources/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import { receive } from "./receive.ts";
import { refuseTooMany } from "./too-many.ts";

const name = "archive.zip";

/**
 * Receives an archive of unknown size; returns the ID of the complete upload. A failure leaves nothing behind. Throws
 * UPLOAD_TOO_LARGE, ZIP_INVALID for an empty body, or the stream's error.
 */
export const receiveArchive = async (
  db: Db,
  stagingFileOf: (uploadId: string) => string,
  teamId: string,
  content: Readable,
): Promise<string> => {
  const id = randomUUID();
  const stagingFile = stagingFileOf(id);
  await db.transaction().execute(async (trx) => {
    await refuseTooMany(trx, teamId);
    // The row is created first: a staging file without one would be deleted.
    const nothing = { size_bytes: 0n, received_bytes: 0n, published: null, digest: null, promised_until: null };
    const row = { id, team_id: teamId, kind: "zip", files: "[]", ...nothing, touched_at: new Date() } as const;
    await trx.insertInto("upload").values(row).execute();
  });
  try {
    const { bytes, isTooLong, brokenBy } = await receive(content, stagingFile, 0, uploadBytesMax);
    if (isTooLong) throw new AppError("UPLOAD_TOO_LARGE");
    if (brokenBy) throw brokenBy;
    if (bytes === 0) throw new AppError("ZIP_INVALID");
    const size = BigInt(bytes);
    await db
      .updateTable("upload")
      .set({ files: JSON.stringify([[name, bytes]]), size_bytes: size, received_bytes: size, touched_at: new Date() })
      .where("id", "=", id)
      .execute();
    return id;
  } catch (error) {
    await db.deleteFrom("upload").where("id", "=", id).execute();
    await rm(stagingFile, { force: true });
    throw error;
  }
};
