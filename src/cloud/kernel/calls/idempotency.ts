import { createHash } from "node:crypto";
import { sql } from "kysely";
import { idempotencyKeyMax, idempotencySeconds } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../app-error.ts";
import { seal, unseal } from "./sealed-reply.ts";

export interface Repeatable {
  /** Team or IP address: others may use the same key. */
  readonly scope: string;
  readonly key: string;
  /** Method, URL and body; the same key with another request is rejected. */
  readonly request: string;
}

/** Reads the optional Idempotency-Key header. Without it, nothing is stored and a repetition is a new request. */
export const keyIn = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  if (typeof header !== "string" || header === "" || header.length > idempotencyKeyMax) {
    throw new AppError("INVALID_INPUT", {
      fields: { "idempotency-key": [`Use 1 to ${idempotencyKeyMax} characters.`] },
    });
  }
  return header;
};

/**
 * Runs `work` once per key and returns the same reply to every repetition, concurrent or within a day. The key's row is
 * written in the transaction of the work: a duplicate waits for it, and runs the work itself after a rollback.
 */
export const once = async (
  trx: Trx,
  { scope, key, request }: Repeatable,
  work: () => Promise<string>,
): Promise<{ reply: string; replayed: boolean }> => {
  const keyHash = sha256(key);
  const requestHash = sha256(request);
  if (await claim(trx, { scope, keyHash, requestHash })) {
    const reply = await work().catch(async (error: unknown) => {
      // If an error commits its changes, there is no reply for a repetition.
      if (error instanceof AppError && error.keepsChanges) await forget(trx, scope, keyHash);
      throw error;
    });
    await row(trx, scope, keyHash)
      .set({ sealed_reply: seal(key, reply) })
      .execute();
    return { reply, replayed: false };
  }
  const stored = await trx
    .selectFrom("idempotent_reply")
    .select(["request_hash", "sealed_reply"])
    .where("scope", "=", scope)
    .where("key_hash", "=", keyHash)
    .executeTakeFirstOrThrow();
  return { reply: replyIn(stored, key, requestHash), replayed: true };
};

/** Returns the stored reply of a key. Throws if the key was used for another request. */
export const storedReply = async (db: Db, { scope, key, request }: Repeatable): Promise<string | undefined> => {
  const stored = await db
    .selectFrom("idempotent_reply")
    .select(["request_hash", "sealed_reply"])
    .where("scope", "=", scope)
    .where("key_hash", "=", sha256(key))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return stored && replyIn(stored, key, sha256(request));
};

/** Deletes expired replies. */
export const dropExpiredReplies = async (db: Db): Promise<void> => {
  await db.deleteFrom("idempotent_reply").where("expires_at", "<", new Date()).execute();
};

const replyIn = (
  stored: { readonly request_hash: Buffer; readonly sealed_reply: Buffer | null },
  key: string,
  requestHash: Buffer,
): string => {
  if (!stored.request_hash.equals(requestHash)) throw new AppError("IDEMPOTENCY_KEY_REUSED");
  return unseal(key, stored.sealed_reply!);
};

const claim = async (trx: Trx, row: { scope: string; keyHash: Buffer; requestHash: Buffer }): Promise<boolean> => {
  const values = {
    scope: row.scope,
    key_hash: row.keyHash,
    request_hash: row.requestHash,
    sealed_reply: null,
    expires_at: new Date(Date.now() + idempotencySeconds * 1000),
  };
  const claimed = await trx
    .insertInto("idempotent_reply")
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(["scope", "key_hash"])
        .doUpdateSet(values)
        .where("idempotent_reply.expires_at", "<", sql<Date>`now()`),
    )
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
};

const row = (trx: Trx, scope: string, keyHash: Buffer) =>
  trx.updateTable("idempotent_reply").where("scope", "=", scope).where("key_hash", "=", keyHash);

const forget = async (trx: Trx, scope: string, keyHash: Buffer): Promise<void> => {
  await trx.deleteFrom("idempotent_reply").where("scope", "=", scope).where("key_hash", "=", keyHash).execute();
};

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
