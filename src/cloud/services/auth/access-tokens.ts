import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { accessTokenSeconds } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { algorithm, loadSigningKey, type SigningKey } from "./signing-key.ts";

const issuer = "freehold";
const audience = "api";

/** What an access token states. */
export interface Claims {
  readonly personId: string;
  /** Session in which it was issued: it dies with it. */
  readonly sessionId: string;
  /** The team it acts for; absent in a personal token. */
  readonly teamId?: string | undefined;
  /** Version of the membership's tokens at the time of issue. */
  readonly tokenVersion: number;
}

export interface AccessTokens {
  /** A token for the next 2 h; `expiresAtMs` in milliseconds since 1970. */
  issue(claims: Claims): Promise<{ token: string; expiresAtMs: number }>;
  /** Its claims; undefined when it is expired, altered or not ours. */
  read(token: string): Promise<(Claims & { readonly expiresAtMs: number }) | undefined>;
}

/** Access tokens: JWTs signed with EdDSA by the cloud's own key. */
export const createAccessTokens = (db: Db): AccessTokens => {
  let loading: Promise<SigningKey> | undefined;
  const key = () => {
    loading ??= loadSigningKey(db).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    issue: async (claims) => sign(await key(), claims),
    read: async (token) => verify(await key(), token),
  };
};

const sign = async ({ kid, privateKey }: SigningKey, { personId, sessionId, teamId, tokenVersion }: Claims) => {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + accessTokenSeconds;
  const token = await new SignJWT({ sid: sessionId, ver: tokenVersion, ...(teamId && { tid: teamId }) })
    .setProtectedHeader({ alg: algorithm, kid })
    .setSubject(personId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return { token, expiresAtMs: expiresAt * 1000 };
};

const verify = async ({ publicKey }: SigningKey, token: string) => {
  try {
    const { payload } = await jwtVerify<{ sid: string; ver: number; tid?: string }>(token, publicKey, {
      issuer,
      audience,
      algorithms: [algorithm],
    });
    const { sub, exp, sid, ver, tid } = payload;
    return { personId: sub!, sessionId: sid, tokenVersion: ver, teamId: tid, expiresAtMs: exp! * 1000 };
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined;
    throw error;
  }
};
