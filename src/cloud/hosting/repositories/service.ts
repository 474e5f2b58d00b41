/**
 * Repositories to deploy from: local ones, in a namespace per team and served over smart HTTP, and those of other
 * hosts, read through mirrors. Listeners are notified of pushes.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { type Detection, detectFramework } from "./detect-framework.ts";
import { repositoriesPerTeam } from "../../../../resources/limits.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import { firstBranch } from "../../engines/git/create.ts";
import type { Branch, Commit, Git, RepositoryDraft } from "../../engines/git/git.ts";
import type { Jobs } from "../../engines/jobs/jobs.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { PageRequest, CodeHosts } from "../code-host/service.ts";
import {
  countForUpdate,
  detectIn,
  findAny,
  findById,
  findByPath,
  insertRepository,
  listPage,
  namespaceOf,
  pathOf,
  type RepositoryRecord,
} from "./store.ts";
import { handleGitRequest, type VerifyToken } from "./git-http.ts";
import {
  definePushQueue,
  handleLocalPush,
  pushQueue,
  receiveGitHubPush,
  workPush,
  type Delivery,
  type PushJob,
  type PushListener,
} from "./push-events.ts";
import { importPublic, checkPublic, type CheckedRepository } from "./import.ts";
import { readCommit, refresh, refreshIfOld, type Patience } from "./mirrors.ts";
import { saveHosted, type Reader } from "./remote-store.ts";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";

export type { Push, PushListener } from "./push-events.ts";
export type { RepositoryRecord } from "./store.ts";

interface Page {
  readonly records: RepositoryRecord[];
  readonly total: number;
}

export interface Repositories {
  /** Returns undefined if the team has no such repository. */
  find(db: Db, teamId: string, repositoryId: string): Promise<RepositoryRecord | undefined>;
  /** Lists local repositories. */
  list(db: Db, teamId: string, page: number, keyword: string): Promise<Page>;
  /** Lists a namespace of the user's linked account. */
  listHosted(db: Db, reader: Reader, query: PageRequest): Promise<Page>;
  /**
   * Prepares an empty repository's folder. The returned function creates it and throws NAME_TAKEN, or LIMIT_REACHED at
   * a hundred.
   */
  draft(): Promise<(trx: Trx, teamId: string, name: string) => Promise<RepositoryRecord>>;
  /** Checks a public repository by its URL. Throws INVALID_INPUT on the field `url`. */
  checkPublic(url: string): Promise<CheckedRepository>;
  /** Stores a checked repository. Throws LIMIT_REACHED. */
  importPublic(trx: Trx, teamId: string, seen: CheckedRepository): Promise<RepositoryRecord>;
  /**
   * Lists the current branches, also of another host. Throws REPOSITORY_NOT_CONNECTED, REPOSITORY_UNREADABLE,
   * REPOSITORY_FETCHING.
   */
  branches(db: Db, repository: RepositoryRecord): Promise<Branch[]>;
  /** Detects the framework from the files in a folder of a branch. */
  detect(db: Db, repository: RepositoryRecord, branch?: string, rootDirectory?: string): Promise<Detection>;
  /** Lists the folders in a folder of a branch. */
  folders(db: Db, repository: RepositoryRecord, branch?: string, folder?: string): Promise<string[]>;
  /**
   * Returns the newest commit of a branch, also of another host, or the commit with that hash; it can then be checked
   * out. Throws like `branches`.
   */
  commit(db: Db, repository: RepositoryRecord, revision: string, patience?: Patience): Promise<Commit | undefined>;
  /** Returns the Git engine's path of a repository. */
  pathOf(repository: Pick<RepositoryRecord, "id" | "provider" | "namespace" | "name">): string;
  /** Adds or removes the push webhook at GitHub; does nothing for other repositories. */
  setPushHook(repositoryId: string, isWanted: boolean): Promise<void>;
  /** Creates the samples of a new team. Idempotent. */
  seed(teamId: string): Promise<void>;
  /**
   * Registers a listener, which runs before the client's push completes. A failed listener is retried by a job; the
   * push succeeds.
   */
  onPush(listener: PushListener): void;
  /** Handles a webhook of GitHub; returns whether it was a push. Throws UNAUTHORIZED. */
  receiveGitHubPush(delivery: Delivery): Promise<boolean>;
  /** Deletes a team's rows; returns the folders for `removeFolders` once that is committed. */
  removeTeam(trx: Trx, teamId: string): Promise<string[]>;
  /** Removes folders. Idempotent. */
  removeFolders(folders: readonly string[]): Promise<void>;
  /** Answers /git/<namespace>/<name>.git/… */
  handleHttp(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Creates the queue of pushes; every process must call it before a push. */
  define(): Promise<void>;
  work(): Promise<void>;
}

export interface RepositoriesOptions {
  readonly verifyToken: VerifyToken;
  readonly codeHosts: Pick<CodeHosts, "repositories" | "credentials" | "setHook" | "isSigned">;
  readonly log: Logger;
}

interface Outside {
  readonly database: Pick<Database, "db">;
  readonly git: Git;
  readonly jobs: Jobs;
}

export const createRepositories = (
  { database, git, jobs }: Outside,
  { verifyToken, codeHosts, log }: RepositoriesOptions,
): Repositories => {
  const listeners: PushListener[] = [];
  const { db } = database;
  const parts = { db, git, jobs, codeHosts, log, listeners, fetchedAtMs: new Map<string, number>() };
  return {
    find: findById,
    list: listPage,
    listHosted: async (db, reader, query) => {
      const { items, total } = await codeHosts.repositories(db, reader.personId, query);
      return { records: await saveHosted(db, reader, items), total };
    },
    draft: async () => {
      const draft = await git.draft();
      return (trx, teamId, name) =>
        createEmpty(trx, draft, teamId, name).catch(async (error: unknown) => {
          await draft.discard();
          throw error;
        });
    },
    checkPublic: (url) => checkPublic(git, url),
    importPublic,
    branches: async (db, repository) => {
      await refresh(parts, db, repository);
      return git.branches(pathOf(repository));
    },
    detect: async (db, repository, branch = repository.defaultBranch, rootDirectory = "") => {
      await refreshIfOld(parts, db, repository);
      return detectIn(git, pathOf(repository), branch, rootDirectory);
    },
    folders: async (db, repository, branch = repository.defaultBranch, folder = "") => {
      await refreshIfOld(parts, db, repository);
      return git.folders(pathOf(repository), branch, folder);
    },
    commit: (db, repository, revision, patience) => readCommit(parts, db, repository, revision, patience),
    pathOf,
    setPushHook: async (repositoryId, isWanted) => {
      const repository = await findAny(db, repositoryId);
      if (repository?.provider === "GITHUB") await codeHosts.setHook(db, repository, isWanted);
    },
    seed: (teamId) => seedSamples(database, git, teamId),
    removeTeam,
    removeFolders: async (folders) => {
      for (const folder of folders) await git.remove(folder);
    },
    onPush: (listener) => void listeners.push(listener),
    receiveGitHubPush: (delivery) => receiveGitHubPush(parts, delivery),
    handleHttp: (request, response) =>
      handleGitRequest(
        {
          db,
          git,
          verifyToken,
          onPushed: (repository, refs, pusher) => handleLocalPush(parts, repository, refs, pusher),
        },
        request,
        response,
      ),
    define: () => definePushQueue(jobs),
    work: () => jobs.work<PushJob>(pushQueue, (job) => workPush(parts, job)),
  };
};

const createEmpty = async (
  trx: Trx,
  draft: Pick<RepositoryDraft, "place">,
  teamId: string,
  name: string,
): Promise<RepositoryRecord> => {
  if ((await countForUpdate(trx, teamId)) >= repositoriesPerTeam) throw new AppError("LIMIT_REACHED");
  const record = await insertRepository(trx, { teamId, name, defaultBranch: firstBranch, framework: "other" });
  if (!record) throw new AppError("NAME_TAKEN");
  await draft.place(trx, pathOf(record));
  return record;
};

/** Deletes a team's repositories and returns their folders, to be removed once the transaction has committed. */
const removeTeam = async (trx: Trx, teamId: string): Promise<string[]> => {
  const rows = await trx
    .deleteFrom("repository")
    .where("team_id", "=", teamId)
    .returning(["id", "provider", "namespace", "name"])
    .execute();
  return rows.map(pathOf);
};

/** Oldest first: lists show the newest first. */
const sampleNames = ["failing-build", "vite-react", "static-site"] as const;

const samplesFolder = join(import.meta.dirname, "../../../../samples");

/** Creates a team's copies of the samples. Existing ones are unchanged. */
const seedSamples = async (database: Pick<Database, "db">, git: Git, teamId: string): Promise<void> => {
  for (const name of sampleNames) await seedSample(database.db, git, teamId, name);
};

const seedSample = async (db: Db, git: Git, teamId: string, name: string): Promise<void> => {
  if (await findByPath(db, teamId, namespaceOf(teamId), name)) return;
  const template = join(samplesFolder, name);
  const { framework } = await detectFramework((path) => readIfThere(join(template, path)));
  const draft = await git.draft(template);
  try {
    await db.transaction().execute(async (trx) => {
      const record = await insertRepository(trx, { teamId, name, defaultBranch: firstBranch, framework });
      if (record) await draft.place(trx, pathOf(record));
    });
  } finally {
    await draft.discard();
  }
};

const readIfThere = async (path: string): Promise<string | undefined> => {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere ? readFile(path, "utf8") : undefined;
};
