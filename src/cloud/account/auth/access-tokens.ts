import { errors as joseErrors, jwtVerify, SignJWT } from "jose";
import { accessTokenSeconds } from "../../../../resources/limits.ts";
import { inBackground } from "../../engines/database/background.ts";
import type { Db } from "../../engines/database/database.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import { algorithm, loadSigningKey, type SigningKey } from "./signing-key.ts";

const issuer = "freehold";
const audience = "api";

/** Claims of an access token. */
export interface Claims {
  readonly personId: string;
  /** Session that issued it: the token ends with it. */
  readonly sessionId: string;
  /** The team it acts for; absent in a personal token. */
  readonly teamId?: string | undefined;
  /** Version of the membership's tokens at the time of issue. */
  readonly tokenVersion: number;
}

/** Access tokens: JWTs signed with EdDSA by the server's own key. */
export const createAccessTokens = (db: Db, box: SecretBox) => {
  let loading: Promise<SigningKey> | undefined;
  const key = () => {
    // Uses a background connection: the first token may be issued within a transaction.
    loading ??= inBackground(() => loadSigningKey(db, box)).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    /** Loads the signing key in advance. */
    load: async (): Promise<void> => void (await key()),
    /** Issues a token for the next 2 h; `expiresAtMs` in milliseconds since 1970. */
    issue: async (claims: Claims): Promise<{ token: string; expiresAtMs: number }> => sign(await key(), claims),
    /** Returns its claims; undefined when it is expired, altered or foreign. */
    read: async (token: string): Promise<(Claims & { readonly expiresAtMs: number }) | undefined> =>
      verify(await key(), token),
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
