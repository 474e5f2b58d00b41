/** Linking a person's GitHub account, and forgetting it again. */
import { randomBytes } from "node:crypto";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import { CodeHostError, type CodeHost } from "../../engines/code-host/code-host.ts";
import type { SecretBox } from "../secret-box.ts";
import { hashOf, randomSecret, secondsFromNow } from "../secrets.ts";

export interface AccountParts {
  readonly host: CodeHost;
  readonly box: SecretBox;
}

export interface LinkedAccount {
  readonly login: string;
  readonly token: string;
}

const requestSeconds = 600;

const tokenPurpose = (personId: string): string => `GitHub token of ${personId}`;
const verifierPurpose = (personId: string): string => `GitHub verifier of ${personId}`;

/** undefined when the person has linked none. */
export const findAccount = async (
  { box }: AccountParts,
  db: Db,
  personId: string,
): Promise<LinkedAccount | undefined> => {
  const row = await db
    .selectFrom("code_host_account")
    .select(["login", "sealed_token"])
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row && { login: row.login, token: box.open(tokenPurpose(personId), row.sealed_token) };
};

/** Address of GitHub's page, on which the person agrees. What comes back is good once, for this person, for ten minutes. */
export const startLink = async (
  { host, box }: AccountParts,
  trx: Trx,
  personId: string,
  { returnTo, redirectUri }: { readonly returnTo: string; readonly redirectUri: string },
): Promise<string> => {
  if (!host.isConfigured) throw new AppError("CODE_HOST_NOT_CONFIGURED");
  const [state, verifier] = [randomSecret(), randomBytes(48).toString("base64url")];
  await trx.deleteFrom("code_host_request").where("expires_at", "<", new Date()).execute();
  await trx
    .insertInto("code_host_request")
    .values({
      state_hash: hashOf(state),
      person_id: personId,
      sealed_verifier: box.seal(verifierPurpose(personId), verifier),
      redirect_uri: redirectUri,
      return_to: returnTo,
      expires_at: secondsFromNow(requestSeconds),
    })
    .execute();
  return host.authorizeUrl({ state, verifier, redirectUri });
};

/** Throws CODE_HOST_LINK_EXPIRED for a state that is not this person's, too old or used already. */
export const finishLink = async (
  { host, box }: AccountParts,
  trx: Trx,
  personId: string,
  { code, state }: { readonly code: string; readonly state: string },
): Promise<{ login: string; returnTo: string }> => {
  const request = await trx
    .deleteFrom("code_host_request")
    .where("state_hash", "=", hashOf(state))
    .where("person_id", "=", personId)
    .where("expires_at", ">", new Date())
    .returningAll()
    .executeTakeFirst();
  if (!request) throw new AppError("CODE_HOST_LINK_EXPIRED");
  const verifier = box.open(verifierPurpose(personId), request.sealed_verifier);
  try {
    const token = await host.exchange(code, { state, verifier, redirectUri: request.redirect_uri });
    const { id, login } = await host.account(token);
    const row = { external_id: id, login, sealed_token: box.seal(tokenPurpose(personId), token) };
    await trx
      .insertInto("code_host_account")
      .values({ person_id: personId, ...row })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
      .execute();
    return { login, returnTo: request.return_to };
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    // The state is used up all the same.
    throw new AppError("CODE_HOST_REFUSED", { message: error.message, keepsChanges: true });
  }
};

export const unlink = async (trx: Trx, personId: string): Promise<void> => {
  await trx.deleteFrom("code_host_account").where("person_id", "=", personId).execute();
};
