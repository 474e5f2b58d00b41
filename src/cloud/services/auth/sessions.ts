import { randomUUID } from "node:crypto";
import {
  accessTokenSeconds,
  refreshGraceSeconds,
  refreshTokenSeconds,
  sessionUsedStepSeconds,
  signInTokenSeconds,
} from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import type { Device } from "./device.ts";
import type { EndReason } from "./tables.ts";
import { hashOf, randomSecret, secondsFromNow } from "../secrets.ts";

export interface IssuedSession {
  readonly sessionId: string;
  readonly personId: string;
  readonly refreshToken: string;
}

/** The one-time token between signature and session. */
export const issueSignInToken = async (trx: Trx, personId: string): Promise<string> => {
  const token = randomSecret();
  await trx.deleteFrom("sign_in_token").where("expires_at", "<", new Date()).execute();
  await trx
    .insertInto("sign_in_token")
    .values({ hash: hashOf(token), person_id: personId, expires_at: secondsFromNow(signInTokenSeconds) })
    .execute();
  return token;
};

/** Opens a session with the one-time token, which is gone thereafter. Throws SIGN_IN_EXPIRED. */
export const openSession = async (trx: Trx, signInToken: string, device: Device): Promise<IssuedSession> => {
  const used = await trx
    .deleteFrom("sign_in_token")
    .where("hash", "=", hashOf(signInToken))
    .returning(["person_id", "expires_at"])
    .executeTakeFirst();
  if (!used || used.expires_at <= new Date()) throw new AppError("SIGN_IN_EXPIRED");
  const sessionId = randomUUID();
  const personId = used.person_id;
  const expiresAt = secondsFromNow(refreshTokenSeconds);
  await trx.deleteFrom("session").where("expires_at", "<", new Date()).execute();
  await trx
    .insertInto("session")
    .values({ id: sessionId, person_id: personId, expires_at: expiresAt, ...seen(device) })
    .execute();
  return { sessionId, personId, refreshToken: await issueRefreshToken(trx, sessionId) };
};

/**
 * Trades a refresh token for the next one. Twins within 10 s each get one, for a browser's tabs may race; later the old
 * token is taken for stolen, and the whole session ends with REFRESH_REUSED.
 */
export const rotateSession = async (trx: Trx, refreshToken: string, device: Device): Promise<IssuedSession> => {
  const row = await trx
    .selectFrom("refresh_token")
    .innerJoin("session", "session.id", "refresh_token.session_id")
    .select(["session_id", "person_id", "used_at", "revoked_at", "refresh_token.expires_at"])
    .where("hash", "=", hashOf(refreshToken))
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.revoked_at || row.expires_at <= new Date()) throw new AppError("UNAUTHORIZED");
  if (row.used_at && row.used_at < secondsFromNow(-refreshGraceSeconds)) {
    await revokeSession(trx, row.session_id);
    throw new AppError("REFRESH_REUSED", { keepsChanges: true });
  }
  await trx
    .updateTable("refresh_token")
    .set({ used_at: row.used_at ?? new Date() })
    .where("hash", "=", hashOf(refreshToken))
    .execute();
  await trx
    .updateTable("session")
    .set({ expires_at: secondsFromNow(refreshTokenSeconds), ...seen(device) })
    .where("id", "=", row.session_id)
    .execute();
  const { session_id: sessionId, person_id: personId } = row;
  return { sessionId, personId, refreshToken: await issueRefreshToken(trx, sessionId) };
};

/** Ends the session to which a refresh token belongs and returns whose it was; nothing happens when it has none. */
export const closeSession = async (trx: Trx, refreshToken: string): Promise<string | undefined> => {
  const row = await trx
    .selectFrom("refresh_token")
    .innerJoin("session", "session.id", "refresh_token.session_id")
    .select(["session_id", "person_id"])
    .where("hash", "=", hashOf(refreshToken))
    .where("session.revoked_at", "is", null)
    .executeTakeFirst();
  if (row) await revokeSession(trx, row.session_id);
  return row?.person_id;
};

/** Whether a session still stands: its access tokens count only as long. Notes that it is used. */
export const sessionStands = async (db: Db, sessionId: string, personId: string): Promise<boolean> => {
  const row = await db
    .selectFrom("session")
    .select("last_used_at")
    .where("id", "=", sessionId)
    .where("person_id", "=", personId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (row && row.last_used_at < secondsFromNow(-sessionUsedStepSeconds))
    await db.updateTable("session").set({ last_used_at: new Date() }).where("id", "=", sessionId).execute();
  return row !== undefined;
};

const userAgentMax = 400;

const seen = ({ userAgent, ip }: Device) => ({
  user_agent: userAgent.slice(0, userAgentMax),
  ip,
  last_used_at: new Date(),
});

/** Ends a session. With a reason, who still comes with its access token is told. */
export const revokeSession = async (trx: Trx, sessionId: string, reason?: EndReason): Promise<void> => {
  await trx.updateTable("session").set({ revoked_at: new Date() }).where("id", "=", sessionId).execute();
  if (reason) await keepReason(trx, [sessionId], reason);
};

/** Remembers why sessions are over for as long as their access tokens could still be shown. */
export const keepReason = async (trx: Trx, sessionIds: readonly string[], reason: EndReason): Promise<void> => {
  await trx.deleteFrom("ended_session").where("expires_at", "<", new Date()).execute();
  if (sessionIds.length === 0) return;
  const expiresAt = secondsFromNow(accessTokenSeconds);
  await trx
    .insertInto("ended_session")
    .values(sessionIds.map((id) => ({ id, reason, expires_at: expiresAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Why a session is over, when there is more to say than that it is. */
export const reasonOfEnd = async (db: Db, sessionId: string): Promise<EndReason | undefined> => {
  const row = await db.selectFrom("ended_session").select("reason").where("id", "=", sessionId).executeTakeFirst();
  return row?.reason;
};

const issueRefreshToken = async (trx: Trx, sessionId: string): Promise<string> => {
  const token = randomSecret();
  const expiresAt = secondsFromNow(refreshTokenSeconds);
  await trx
    .insertInto("refresh_token")
    .values({ hash: hashOf(token), session_id: sessionId, expires_at: expiresAt, used_at: null })
    .execute();
  return token;
};
