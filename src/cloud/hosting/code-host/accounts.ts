/** Users' GitHub accounts: each belongs to one user, and a user has at most one. */
import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import {
  accountOf,
  startRequest,
  takeRequest,
  type GrantedAccount,
  type RequestDeps,
  type Returned,
} from "./requests.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

export type AccountDeps = RequestDeps;

export interface LinkedAccount {
  readonly login: string;
  readonly token: string;
}

const tokenPurpose = (personId: string): string => `GitHub token of ${personId}`;

export const sealedTokens: SealedColumn = {
  table: "code_host_account",
  column: "sealed_token",
  key: "person_id",
  purpose: tokenPurpose,
};

/** Returns undefined without a linked account. */
export const findAccount = async (
  { box }: AccountDeps,
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

/** Returns the account's name without decrypting its token. */
export const loginOf = async (db: Db, personId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("code_host_account")
    .select("login")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row?.login;
};

/** Returns the user of an account; undefined if it is not linked. */
export const ownerOf = async (db: Db, externalId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("code_host_account")
    .select("person_id")
    .where("external_id", "=", externalId)
    .executeTakeFirst();
  return row?.person_id;
};

/**
 * Links the account in place of the previous one. If it belongs to another user, returns that user and changes nothing.
 */
export const saveAccount = async (
  { box }: AccountDeps,
  trx: Trx,
  personId: string,
  { id, login, token }: GrantedAccount,
): Promise<string | undefined> => {
  const row = { external_id: id, login, sealed_token: box.seal(tokenPurpose(personId), token) };
  // Serializes concurrent links of the same account.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code host account ${id}`}, 0))`.execute(trx);
  const owner = await ownerOf(trx, id);
  if (owner !== undefined && owner !== personId) return owner;
  await trx
    .insertInto("code_host_account")
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
    .execute();
  return undefined;
};

/** Returns the URL of GitHub's consent page. Its response is valid once, for this user, for ten minutes. */
export const startLink = (
  deps: AccountDeps,
  trx: Trx,
  personId: string,
  request: { readonly returnTo: string; readonly redirectUri: string },
): Promise<string> => startRequest(deps, trx, { personId, browser: null, ...request });

/**
 * Uses up the request of a state and asks the host for its account; the returned function links it. Throws
 * CODE_HOST_LINK_EXPIRED for another user's state, and then CODE_HOST_TAKEN for another user's account.
 */
export const finishLink = async (
  deps: AccountDeps,
  db: Db,
  personId: string,
  returned: Returned,
): Promise<(trx: Trx) => Promise<{ login: string; returnTo: string }>> => {
  const request = await takeRequest(deps, db, returned.state, { browser: null, personId });
  if (!request) throw new AppError("CODE_HOST_LINK_EXPIRED");
  const account = await accountOf(deps, request, returned);
  return async (trx) => {
    if (await saveAccount(deps, trx, personId, account)) throw new AppError("CODE_HOST_TAKEN");
    return { login: account.login, returnTo: request.returnTo };
  };
};

export const unlink = async (trx: Trx, personId: string): Promise<void> => {
  await trx.deleteFrom("code_host_account").where("person_id", "=", personId).execute();
};
