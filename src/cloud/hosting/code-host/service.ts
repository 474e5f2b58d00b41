/** Users' GitHub accounts, linked by an OAuth app: to list and read their repositories, and to receive pushes. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import {
  type CodeHost,
  type HostedRepository,
  type Namespace,
  CodeHostError,
  type RepositoryName,
} from "../../engines/code-host/code-host.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Credentials } from "../../engines/git/remote.ts";
import { AppError } from "../../kernel/app-error.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";
import {
  findAccount,
  finishLink,
  saveAccount,
  loginOf,
  ownerOf,
  startLink,
  unlink,
  type AccountDeps,
} from "./accounts.ts";
import {
  accountOf,
  startRequest,
  takeRequest,
  type GrantedAccount,
  type NewRequest,
  type OpenRequest,
  type Returned,
  type RequestDeps,
} from "./requests.ts";
import { detectedAccountSeconds } from "../../../../resources/limits.ts";
import { hashOf, secondsFromNow, randomSecret } from "../../kernel/secrets.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

export type { GrantedAccount as DetectedAccount } from "./requests.ts";
type DetectedAccount = GrantedAccount;

export type CodeHosts = ReturnType<typeof createCodeHosts>;

export interface PageRequest {
  readonly namespaceId: string;
  readonly page: number;
  readonly keyword: string;
}

/** Caches namespaces: lists are paged more often than organizations change. */
const namespacesCacheMs = 60_000;

export const createCodeHosts = (
  host: CodeHost,
  { config, log }: { readonly config: Pick<Config, "DATA_DIR" | "SECRET_KEY" | "PUBLIC_URL">; readonly log: Logger },
) => {
  const deps: HookDeps = { host, box: createSecretBox(config), log, publicUrl: config.PUBLIC_URL };
  const namespaceCache = createLookupCache(namespacesCacheMs, (token) => host.namespaces(token));

  /** Lists namespaces; empty if no account is linked. Throws CODE_HOST_REFUSED. */
  const namespaces = async (db: Db, personId: string): Promise<Namespace[]> => {
    const account = host.isConfigured ? await findAccount(deps, db, personId) : undefined;
    return account ? namespaceCache.get(account.token).catch(rethrow) : [];
  };
  return {
    isConfigured: host.isConfigured,
    /** Whether the settings allow GitHub to reach this server. */
    hearsPushes: host.isConfigured && config.PUBLIC_URL !== undefined,
    /** Returns the login of the linked account; undefined if there is none. */
    login: loginOf,
    /** Returns the user of an account at the host. */
    ownerOf,
    /** Returns the host's URL to sign in or to link; pass its response to `take`. */
    start: (db: Db, request: NewRequest): Promise<string> => startRequest(deps, db, request),
    /** Uses up a request of `start`; undefined for a state of another browser, expired or used. */
    take: (db: Db, state: string, browser: string): Promise<OpenRequest | undefined> =>
      takeRequest(deps, db, state, { browser }),
    /** Returns the authorized account. Throws CODE_HOST_REFUSED. */
    account: (request: OpenRequest, returned: Returned): Promise<DetectedAccount> => accountOf(deps, request, returned),
    /** Links an account. If it belongs to another user, returns that user and changes nothing. */
    keep: (trx: Trx, personId: string, account: DetectedAccount): Promise<string | undefined> =>
      saveAccount(deps, trx, personId, account),
    /** Stores an unlinked account for half an hour. */
    remember: (db: Db, shown: ShownAccount, account: DetectedAccount): Promise<void> =>
      saveDetected(deps, db, shown, account),
    /** Returns a detected account, or `mismatch` if it belongs to another browser. */
    detected: (db: Db, shown: ShownAccount): Promise<DetectedAccount | "mismatch" | undefined> =>
      findDetected(deps, db, shown),
    forgetDetected: deleteDetected,
    link: (trx: Trx, personId: string, request: { returnTo: string; redirectUri: string }): Promise<string> =>
      startLink(deps, trx, personId, request),
    /** Reads the account from the host; the returned function links it. */
    finish: (
      db: Db,
      personId: string,
      answer: { code: string; state: string },
    ): Promise<(trx: Trx) => Promise<{ login: string; returnTo: string }>> => finishLink(deps, db, personId, answer),
    unlink,
    namespaces,
    /** Lists repositories. Throws NOT_FOUND for a namespace of another account. */
    repositories: async (
      db: Db,
      personId: string,
      { namespaceId, page, keyword: word }: PageRequest,
    ): Promise<{ items: HostedRepository[]; total: number }> => {
      const namespace = (await namespaces(db, personId)).find(({ id }) => id === namespaceId);
      const account = await findAccount(deps, db, personId);
      if (!namespace || !account) throw new AppError("NOT_FOUND");
      return host.repositories(account.token, namespace, Math.max(1, Math.floor(page)), word).catch(rethrow);
    },
    /** Returns the credentials for reading a repository; undefined if the account was unlinked. */
    credentials: async (db: Db, personId: string): Promise<Credentials | undefined> => {
      const account = await findAccount(deps, db, personId);
      return account && { username: "x-access-token", password: account.token };
    },
    setHook: (db: Db, repository: HookedRepository, isWanted: boolean): Promise<void> =>
      setHook(deps, db, repository, isWanted),
    isSigned: (db: Db, repositoryId: string, body: Buffer, signature: string): Promise<boolean> =>
      isSigned(deps, db, repositoryId, body, signature),
  };
};

/** Converts a GitHub error into an error with a message. */
const rethrow = (error: unknown): never => {
  if (error instanceof CodeHostError) throw new AppError("CODE_HOST_REFUSED", { message: error.message });
  throw error;
};

/** The code and browser of a detected account. */
export interface ShownAccount {
  readonly code: string;
  readonly browser: string;
}

const tokenPurpose = (code: string): string => `GitHub token detected with ${code}`;

const saveDetected = async (
  { box }: RequestDeps,
  db: Db,
  { code, browser }: ShownAccount,
  { id, login, token }: GrantedAccount,
): Promise<void> => {
  await db.deleteFrom("code_host_detected").where("expires_at", "<", new Date()).execute();
  await db
    .insertInto("code_host_detected")
    .values({
      code_hash: hashOf(code),
      browser_hash: hashOf(browser),
      external_id: id,
      login,
      sealed_token: box.seal(tokenPurpose(code), token),
      expires_at: secondsFromNow(detectedAccountSeconds),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Returns `mismatch` if the account belongs to another browser. */
const findDetected = async (
  { box }: RequestDeps,
  db: Db,
  { code, browser }: ShownAccount,
): Promise<GrantedAccount | "mismatch" | undefined> => {
  const row = await db
    .selectFrom("code_host_detected")
    .selectAll()
    .where("code_hash", "=", hashOf(code))
    .where("expires_at", ">", new Date())
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.browser_hash.equals(hashOf(browser))) return "mismatch";
  return { id: row.external_id, login: row.login, token: box.open(tokenPurpose(code), row.sealed_token) };
};

const deleteDetected = async (db: Db, { code, browser }: ShownAccount): Promise<void> => {
  await db
    .deleteFrom("code_host_detected")
    .where("code_hash", "=", hashOf(code))
    .where("browser_hash", "=", hashOf(browser))
    .execute();
};

// GitHub push webhooks: one per repository, each with a separate secret.

interface HookDeps extends AccountDeps {
  readonly log: Logger;
  /** URL at which GitHub reaches this server; undefined if it can't. */
  readonly publicUrl: string | undefined;
}

interface HookedRepository extends RepositoryName {
  readonly id: string;
  readonly linkedBy: string | null;
}

const pushPath = "/api/hosting/code-host/github/push";

const secretPurpose = (repositoryId: string): string => `GitHub hook of ${repositoryId}`;

/** Verifiers and tokens of a sign-in expire within minutes, so they are not sealed again. */
export const sealedHookSecrets: SealedColumn = {
  table: "code_host_hook",
  column: "sealed_secret",
  key: "repository_id",
  purpose: secretPurpose,
};

/**
 * Adds or removes the webhook. GitHub's permanent refusals (no permission, account unlinked) are logged; other errors
 * are thrown, to be retried.
 */
const setHook = async (deps: HookDeps, db: Db, repository: HookedRepository, isWanted: boolean): Promise<void> => {
  try {
    await (isWanted ? addHook(deps, db, repository) : removeHook(deps, db, repository));
  } catch (error) {
    if (!(error instanceof CodeHostError) || error.problem === "unreachable") throw error;
    deps.log.warn({ repositoryId: repository.id, problem: error.message }, "Updating the GitHub push webhook failed");
  }
};

/** Stores the secret first: GitHub can call as soon as it has it. */
const addHook = async (deps: HookDeps, db: Db, repository: HookedRepository): Promise<void> => {
  const { host, box, publicUrl } = deps;
  const personId = repository.linkedBy;
  const account = personId === null ? undefined : await findAccount(deps, db, personId);
  if (publicUrl === undefined || personId === null || !account) return;
  const url = new URL(pushPath, publicUrl);
  url.searchParams.set("repository", repository.id);
  const hook = await db
    .insertInto("code_host_hook")
    .values({
      repository_id: repository.id,
      person_id: personId,
      sealed_secret: box.seal(secretPurpose(repository.id), randomSecret()),
    })
    .onConflict((conflict) => conflict.column("repository_id").doUpdateSet({ person_id: personId }))
    .returning(["hook_id", "sealed_secret"])
    .executeTakeFirstOrThrow();
  if (hook.hook_id !== null) return;
  const secret = box.open(secretPurpose(repository.id), hook.sealed_secret);
  const hookId = await host.addHook(account.token, repository, { url: url.href, secret });
  await db.updateTable("code_host_hook").set({ hook_id: hookId }).where("repository_id", "=", repository.id).execute();
};

const removeHook = async (deps: HookDeps, db: Db, repository: HookedRepository): Promise<void> => {
  const hook = await db
    .deleteFrom("code_host_hook")
    .where("repository_id", "=", repository.id)
    .returning(["person_id", "hook_id"])
    .executeTakeFirst();
  const account = hook && (await findAccount(deps, db, hook.person_id));
  if (account && hook.hook_id !== null) await deps.host.removeHook(account.token, repository, hook.hook_id);
};

/**
 * Returns whether the body was signed (X-Hub-Signature-256) with the secret of the repository's hook, in constant time.
 */
const isSigned = async (
  { box }: AccountDeps,
  db: Db,
  repositoryId: string,
  body: Buffer,
  signature: string,
): Promise<boolean> => {
  const hook = await db
    .selectFrom("code_host_hook")
    .select("sealed_secret")
    .where("repository_id", "=", repositoryId)
    .executeTakeFirst();
  // Compares with a random secret if there is no hook, so that both cases take equally long.
  const secret = hook ? box.open(secretPurpose(repositoryId), hook.sealed_secret) : randomSecret();
  const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected) && hook !== undefined;
};
