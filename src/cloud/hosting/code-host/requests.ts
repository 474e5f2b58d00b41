/** OAuth requests to GitHub: each is valid once, for ten minutes, for the user and browser that started it. */
import { randomBytes } from "node:crypto";
import type { Db } from "../../engines/database/database.ts";
import { CodeHostError, type Account, type CodeHost } from "../../engines/code-host/code-host.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import { hashOf, randomSecret, secondsFromNow } from "../../kernel/secrets.ts";

export interface RequestDeps {
  readonly host: CodeHost;
  readonly box: SecretBox;
}

export interface NewRequest {
  /** User who links an account; null for a sign-in. */
  readonly personId: string | null;
  /** Secret of the requesting browser; null if only the user may return. */
  readonly browser: string | null;
  readonly returnTo: string;
  readonly redirectUri: string;
}

export interface Returned {
  readonly code: string;
  readonly state: string;
}

export interface OpenRequest {
  readonly personId: string | null;
  readonly returnTo: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** GitHub's response for an authorized account. */
export interface GrantedAccount extends Account {
  readonly token: string;
}

const requestSeconds = 600;

const verifierPurpose = (personId: string | null): string => `GitHub verifier of ${personId ?? "a sign-in"}`;

/** Returns the URL of GitHub's consent page. Throws CODE_HOST_NOT_CONFIGURED. */
export const startRequest = async (
  { host, box }: RequestDeps,
  db: Db,
  { personId, browser, returnTo, redirectUri }: NewRequest,
): Promise<string> => {
  if (!host.isConfigured) throw new AppError("CODE_HOST_NOT_CONFIGURED");
  const [state, verifier] = [randomSecret(), randomBytes(48).toString("base64url")];
  await db.deleteFrom("code_host_request").where("expires_at", "<", new Date()).execute();
  await db
    .insertInto("code_host_request")
    .values({
      state_hash: hashOf(state),
      person_id: personId,
      browser_hash: browser === null ? null : hashOf(browser),
      sealed_verifier: box.seal(verifierPurpose(personId), verifier),
      redirect_uri: redirectUri,
      return_to: returnTo,
      expires_at: secondsFromNow(requestSeconds),
    })
    .execute();
  return host.authorizeUrl({ state, verifier, redirectUri });
};

/**
 * Uses up the request of a state. Undefined if there is none, it expired, or another browser (or user, if given)
 * started it.
 */
export const takeRequest = async (
  { box }: RequestDeps,
  db: Db,
  state: string,
  { browser, personId }: { readonly browser: string | null; readonly personId?: string },
): Promise<OpenRequest | undefined> => {
  const row = await db
    .deleteFrom("code_host_request")
    .where("state_hash", "=", hashOf(state))
    .where("browser_hash", "is not distinct from", browser === null ? null : hashOf(browser))
    .where("expires_at", ">", new Date())
    .$if(personId !== undefined, (query) => query.where("person_id", "=", personId!))
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const verifier = box.open(verifierPurpose(row.person_id), row.sealed_verifier);
  return { personId: row.person_id, returnTo: row.return_to, redirectUri: row.redirect_uri, verifier };
};

/**
 * Exchanges GitHub's code for a token and reads its account. Throws CODE_HOST_REFUSED; the request is used up anyway.
 */
export const accountOf = async (
  { host }: RequestDeps,
  { verifier, redirectUri }: OpenRequest,
  { code, state }: Returned,
): Promise<GrantedAccount> => {
  try {
    const token = await host.exchange(code, { state, verifier, redirectUri });
    return { ...(await host.account(token)), token };
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    throw new AppError("CODE_HOST_REFUSED", { message: error.message });
  }
};
