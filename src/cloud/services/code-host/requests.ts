/** The way to GitHub and back: each request is good once, for ten minutes, and for who made it. */
import { randomBytes } from "node:crypto";
import type { Db } from "../../engines/database/database.ts";
import { CodeHostError, type Account, type CodeHost } from "../../engines/code-host/code-host.ts";
import { AppError } from "../../app-error.ts";
import type { SecretBox } from "../secret-box.ts";
import { hashOf, randomSecret, secondsFromNow } from "../secrets.ts";

export interface RequestDeps {
  readonly host: CodeHost;
  readonly box: SecretBox;
}

export interface NewRequest {
  /** Who links an account; null for signing in with one. */
  readonly personId: string | null;
  /** The secret of the browser that asks; null where only its person may come back. */
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

/** What GitHub says of an account that its holder has let us in to. */
export interface GrantedAccount extends Account {
  readonly token: string;
}

const requestSeconds = 600;

const verifierPurpose = (personId: string | null): string => `GitHub verifier of ${personId ?? "a sign-in"}`;

/** Address of GitHub's page, on which a person agrees. Throws CODE_HOST_NOT_CONFIGURED. */
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

/** Uses up the request of a state. Undefined when there is none, it is too old, or another browser (or user, where given) made it. */
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

/** Trades GitHub's code for a token and asks whose it is. Throws CODE_HOST_REFUSED; the request is used up all the same. */
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
