import { randomUUID } from "node:crypto";
import {
  accessTokenSeconds,
  refreshGraceSeconds,
  refreshTokenSeconds,
  sessionUsedStepSeconds,
  signInTokenSeconds,
} from "../../../../resources/limits.ts";
import type { AuthData } from "../../../../resources/account/session.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { seal, unseal } from "../../kernel/calls/sealed-reply.ts";
import type { Device } from "./device.ts";
import { hashOf, randomSecret, secondsFromNow } from "../../kernel/secrets.ts";
import type { RowOf } from "../../engines/database/tables.ts";

export type EndReason = RowOf<"ended_session">["reason"];

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

/** Opens a session with the one-time token, which is used up. Throws SIGN_IN_EXPIRED. */
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
 * Exchanges a refresh token for the next pair. Parallel requests within 10 s get the same pair, since browser tabs may
 * race. Later, the old token counts as stolen and the session ends with REFRESH_REUSED.
 */
export const rotateSession = async (
  trx: Trx,
  refreshToken: string,
  device: Device,
  pairOf: (issued: IssuedSession) => Promise<AuthData>,
): Promise<AuthData> => {
  const row = await trx
    .selectFrom("refresh_token")
    .innerJoin("session", "session.id", "refresh_token.session_id")
    .select(["session_id", "person_id", "used_at", "sealed_successor", "revoked_at", "refresh_token.expires_at"])
    .where("hash", "=", hashOf(refreshToken))
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.revoked_at || row.expires_at <= new Date()) throw new AppError("UNAUTHORIZED");
  const graceBegan = secondsFromNow(-refreshGraceSeconds);
  if (row.used_at && row.used_at < graceBegan) {
    await revokeSession(trx, row.session_id);
    throw new AppError("REFRESH_REUSED", { keepsChanges: true });
  }
  if (row.sealed_successor) return latestPair(trx, JSON.parse(unseal(refreshToken, row.sealed_successor)) as AuthData);
  const { session_id: sessionId, person_id: personId } = row;
  const pair = await pairOf({ sessionId, personId, refreshToken: await issueRefreshToken(trx, sessionId) });
  await trx
    .updateTable("refresh_token")
    .set({ used_at: row.used_at ?? new Date(), sealed_successor: seal(refreshToken, JSON.stringify(pair)) })
    .where("hash", "=", hashOf(refreshToken))
    .execute();
  await trx
    .updateTable("refresh_token")
    .set({ sealed_successor: null })
    .where("session_id", "=", sessionId)
    .where("used_at", "<", graceBegan)
    .where("sealed_successor", "is not", null)
    .execute();
  await trx
    .updateTable("session")
    .set({ expires_at: secondsFromNow(refreshTokenSeconds), ...seen(device) })
    .where("id", "=", sessionId)
    .execute();
  return pair;
};

/**
 * Returns the pair, or the one it was exchanged for meanwhile: late requests must not receive a token that counts as
 * used.
 */
const latestPair = async (trx: Trx, pair: AuthData): Promise<AuthData> => {
  const row = await trx
    .selectFrom("refresh_token")
    .select("sealed_successor")
    .where("hash", "=", hashOf(pair.refreshToken))
    .executeTakeFirst();
  if (!row?.sealed_successor) return pair;
  return latestPair(trx, JSON.parse(unseal(pair.refreshToken, row.sealed_successor)) as AuthData);
};

/** Ends the session of a refresh token and returns its user; does nothing without a session. */
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

/** Whether a session is active: access tokens depend on it. Records its use. */
export const isSessionActive = async (db: Db, sessionId: string, personId: string): Promise<boolean> => {
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

/** Ends a session. With a reason, later requests with its access token are told. */
export const revokeSession = async (trx: Trx, sessionId: string, reason?: EndReason): Promise<void> => {
  await trx.updateTable("session").set({ revoked_at: new Date() }).where("id", "=", sessionId).execute();
  if (reason) await saveEndReason(trx, [sessionId], reason);
};

/** Remembers why sessions ended, as long as their access tokens could be used. */
export const saveEndReason = async (trx: Trx, sessionIds: readonly string[], reason: EndReason): Promise<void> => {
  await trx.deleteFrom("ended_session").where("expires_at", "<", new Date()).execute();
  if (sessionIds.length === 0) return;
  const expiresAt = secondsFromNow(accessTokenSeconds);
  await trx
    .insertInto("ended_session")
    .values(sessionIds.map((id) => ({ id, reason, expires_at: expiresAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Returns why a session ended, if there is a specific reason. */
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
