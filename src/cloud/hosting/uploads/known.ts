/**
 * Results of a team's previous uploads, by digest, so that the same files need not be sent again. Digests are verified
 * against the content and looked up within the team only.
 *
 * A root must not be promised while it is deleted. Both sides lock the row of the known upload: a promise until it is
 * stored, a deletion before it checks for promises.
 */
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import { knownUploadSeconds } from "../../../../resources/limits.ts";
import type { Blocks, ImportedTree } from "../../engines/blocks/blocks.ts";
import type { Db, Trx } from "../../engines/database/database.ts";

/** Returns the root of a previous upload with this digest, if its content is undamaged; for `findKnown`. */
export const findSound = async (
  blocks: Pick<Blocks, "isSound">,
  db: Db,
  teamId: string,
  digest: Buffer,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom("known_upload")
    .select("cid")
    .where("team_id", "=", teamId)
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row && (await blocks.isSound(CID.parse(row.cid))) ? row.cid : undefined;
};

/** Returns the tree of a previous upload with this digest, if it is the sound root and still stored. */
export const findKnown = async (
  blocks: Pick<Blocks, "has">,
  trx: Trx,
  teamId: string,
  { digest, soundRoot }: { readonly digest: Buffer; readonly soundRoot: string },
): Promise<ImportedTree | undefined> => {
  const row = await trx
    .updateTable("known_upload")
    .set({ used_at: sql<Date>`now()` })
    .where("team_id", "=", teamId)
    .where("digest", "=", digest)
    .returning(["cid", "file_count", "size_bytes"])
    .executeTakeFirst();
  if (row?.cid !== soundRoot || !(await blocks.has(CID.parse(row.cid), trx))) return undefined;
  return { cid: row.cid, fileCount: row.file_count, sizeBytes: Number(row.size_bytes) };
};

/** Stores the result of an upload with verified digests. */
export const rememberKnown = async (
  trx: Trx,
  teamId: string,
  digest: Buffer,
  { cid, fileCount, sizeBytes }: ImportedTree,
): Promise<void> => {
  const values = { cid, file_count: fileCount, size_bytes: BigInt(sizeBytes), used_at: sql<Date>`now()` };
  await trx
    .insertInto("known_upload")
    .values({ team_id: teamId, digest, ...values })
    .onConflict((conflict) => conflict.columns(["team_id", "digest"]).doUpdateSet(values))
    .execute();
};

/**
 * Returns the roots that are promised to an upload that is not deployed yet. Blocks new promises of all of them until
 * the transaction ends.
 */
export const promisedAmong = async (trx: Trx, cids: readonly string[]): Promise<string[]> => {
  const those = sql<string>`any(${[...cids]}::text[])`;
  await trx
    .selectFrom("known_upload")
    .select("digest")
    .where("cid", "=", those)
    .orderBy("team_id")
    .orderBy("digest")
    .forUpdate()
    .execute();
  const cid = sql<string>`published ->> 'cid'`;
  const promised = await trx
    .selectFrom("upload")
    .select(cid.as("cid"))
    .distinct()
    .where(cid, "=", those)
    .where("promised_until", ">", sql<Date>`now()`)
    .execute();
  return promised.map((upload) => upload.cid);
};

/** Deletes known uploads with this root, so their content must be sent again. */
export const forgetKnown = async (trx: Trx, cid: string): Promise<void> => {
  await trx.deleteFrom("known_upload").where("cid", "=", cid).execute();
};

/** Deletes known uploads that have not been repeated for a long time. */
export const dropUnusedKnown = async (db: Db): Promise<void> => {
  const usedBefore = new Date(Date.now() - knownUploadSeconds * 1000);
  await db.deleteFrom("known_upload").where("used_at", "<", usedBefore).execute();
};
