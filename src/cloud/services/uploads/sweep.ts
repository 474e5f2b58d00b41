import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { uploadIdleSeconds } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { dropUnusedKnown } from "./known.ts";

const prefix = "upload-";
/** In a shared staging folder, younger files can belong to an uncommitted transaction. */
const SHARED_AGE_MS = 3_600_000;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isUploadId = (text: string): boolean => UUID.test(text);

export const stagingNameOf = (uploadId: string): string => `${prefix}${uploadId}`;

/** Deletes idle uploads, expired known uploads, and staging files without an upload. */
export const sweepUploads = async (db: Db, stagingFolder: string, isOnlyProcess: boolean): Promise<void> => {
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
