/** People's accounts at GitHub, linked by an OAuth app: to list and read their repositories, and to hear of pushes. */
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { CodeHost, HostedRepository, Namespace } from "../../engines/code-host/code-host.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Credentials } from "../../engines/git/remote.ts";
import { AppError } from "../../app-error.ts";
import { createLookupCache } from "../lookup-cache.ts";
import { createSecretBox } from "../secret-box.ts";
import { findAccount, finishLink, keepAccount, loginOf, ownerOf, startLink, unlink } from "./accounts.ts";
import { findDetected, forgetDetected, rememberDetected, type Shown } from "./detected.ts";
import { inWords } from "./errors.ts";
import {
  accountOf,
  startRequest,
  takeRequest,
  type GrantedAccount,
  type NewRequest,
  type OpenRequest,
  type Returned,
} from "./requests.ts";
import { isSigned, setHook, type HookedRepository, type HookDeps } from "./hooks.ts";

export type { GrantedAccount as DetectedAccount } from "./requests.ts";
export type { Shown as ShownAccount } from "./detected.ts";
type DetectedAccount = GrantedAccount;
type ShownAccount = Shown;

export interface CodeHosts {
  readonly isConfigured: boolean;
  /** GitHub can reach this cloud, as far as the settings say. */
  readonly hearsPushes: boolean;
  /** Login of the linked account; undefined when there is none. */
  login(db: Db, personId: string): Promise<string | undefined>;
  /** Whose an account at the host is. */
  ownerOf(db: Db, accountId: string): Promise<string | undefined>;
  /** Address at the host to go to, to sign in or to link; what comes back is for `take`. */
  start(db: Db, request: NewRequest): Promise<string>;
  /** Uses up what `start` began; undefined for a state that is not this browser's, too old or used already. */
  take(db: Db, state: string, browser: string): Promise<OpenRequest | undefined>;
  /** The account that its holder let us in to. Throws CODE_HOST_REFUSED. */
  account(request: OpenRequest, returned: Returned): Promise<DetectedAccount>;
  /** Links an account. Returns whose it is when it is another person's; then nothing changes. */
  keep(trx: Trx, personId: string, account: DetectedAccount): Promise<string | undefined>;
  /** Remembers, for half an hour, an account that nobody has linked. */
  remember(db: Db, shown: ShownAccount, account: DetectedAccount): Promise<void>;
  /** `mismatch` for one with which another browser came. */
  detected(db: Db, shown: ShownAccount): Promise<DetectedAccount | "mismatch" | undefined>;
  forgetDetected(db: Db, shown: ShownAccount): Promise<void>;
  link(trx: Trx, personId: string, request: { returnTo: string; redirectUri: string }): Promise<string>;
  /** Asks the host; what it returns links the account. */
  finish(
    db: Db,
    personId: string,
    answer: { code: string; state: string },
  ): Promise<(trx: Trx) => Promise<{ login: string; returnTo: string }>>;
  unlink(trx: Trx, personId: string): Promise<void>;
  /** None when no account is linked. Throws CODE_HOST_REFUSED. */
  namespaces(db: Db, personId: string): Promise<Namespace[]>;
  /** Throws NOT_FOUND for a namespace that is not the account's. */
  repositories(db: Db, personId: string, asked: AskedPage): Promise<{ items: HostedRepository[]; total: number }>;
  /** What git reads a repository with; undefined when the account was unlinked. */
  credentials(db: Db, personId: string): Promise<Credentials | undefined>;
  setHook(db: Db, repository: HookedRepository, wanted: boolean): Promise<void>;
  isSigned(db: Db, repositoryId: string, body: Buffer, signature: string): Promise<boolean>;
}

export interface AskedPage {
  readonly namespaceId: string;
  readonly page: number;
  readonly word: string;
}

interface Options {
  readonly config: Pick<Config, "DATA_DIR" | "SECRET_KEY" | "PUBLIC_URL">;
  readonly log: Logger;
}

/** A page of a list is asked for more often than organisations change. */
const namespacesKnownMs = 60_000;

export const createCodeHosts = (host: CodeHost, { config, log }: Options): CodeHosts => {
  const deps: HookDeps = { host, box: createSecretBox(config), log, publicUrl: config.PUBLIC_URL };
  const known = createLookupCache(namespacesKnownMs, (token) => host.namespaces(token));

  const namespaces: CodeHosts["namespaces"] = async (db, personId) => {
    const account = host.isConfigured ? await findAccount(deps, db, personId) : undefined;
    return account ? known.get(account.token).catch(inWords) : [];
  };
  return {
    isConfigured: host.isConfigured,
    hearsPushes: host.isConfigured && config.PUBLIC_URL !== undefined,
    login: loginOf,
    ownerOf,
    start: (db, request) => startRequest(deps, db, request),
    take: (db, state, browser) => takeRequest(deps, db, state, { browser }),
    account: (request, returned) => accountOf(deps, request, returned),
    keep: (trx, personId, account) => keepAccount(deps, trx, personId, account),
    remember: (db, shown, account) => rememberDetected(deps, db, shown, account),
    detected: (db, shown) => findDetected(deps, db, shown),
    forgetDetected,
    link: (trx, personId, request) => startLink(deps, trx, personId, request),
    finish: (db, personId, answer) => finishLink(deps, db, personId, answer),
    unlink,
    namespaces,
    repositories: async (db, personId, { namespaceId, page, word }) => {
      const namespace = (await namespaces(db, personId)).find(({ id }) => id === namespaceId);
      const account = await findAccount(deps, db, personId);
      if (!namespace || !account) throw new AppError("NOT_FOUND");
      return host.repositories(account.token, namespace, Math.max(1, Math.floor(page)), word).catch(inWords);
    },
    credentials: async (db, personId) => {
      const account = await findAccount(deps, db, personId);
      return account && { username: "x-access-token", password: account.token };
    },
    setHook: (db, repository, wanted) => setHook(deps, db, repository, wanted),
    isSigned: (db, repositoryId, body, signature) => isSigned(deps, db, repositoryId, body, signature),
  };
};
