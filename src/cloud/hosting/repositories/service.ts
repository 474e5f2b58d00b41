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
  type Push,
  type PushJob,
} from "./push-events.ts";
import { importPublic, checkPublic, type CheckedRepository } from "./import.ts";
import { readCommit, refresh, refreshIfOld, type Patience } from "./mirrors.ts";
import { saveHosted, type Reader } from "./remote-store.ts";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";

export type { Push } from "./push-events.ts";
export type { RepositoryRecord } from "./store.ts";

interface Page {
  readonly records: RepositoryRecord[];
  readonly total: number;
}

export type Repositories = ReturnType<typeof createRepositories>;

export interface RepositoriesOptions {
  readonly verifyToken: VerifyToken;
  readonly codeHosts: Pick<CodeHosts, "repositories" | "credentials" | "setHook" | "isSigned">;
  readonly log: Logger;
  /** Called before the client's push completes. After a failure, a job calls it again; the push succeeds. */
  pushed(push: Push): Promise<void>;
}

interface Outside {
  readonly database: Pick<Database, "db">;
  readonly git: Git;
  readonly jobs: Jobs;
}

export const createRepositories = (
  { database, git, jobs }: Outside,
  { verifyToken, codeHosts, log, pushed }: RepositoriesOptions,
) => {
  const { db } = database;
  const parts = { db, git, jobs, codeHosts, log, pushed, fetchedAtMs: new Map<string, number>() };
  return {
    /** Returns undefined if the team has no such repository. */
    find: findById,
    /** Lists local repositories. */
    list: listPage,
    /** Lists a namespace of the user's linked account. */
    listHosted: async (db: Db, reader: Reader, query: PageRequest): Promise<Page> => {
      const { items, total } = await codeHosts.repositories(db, reader.personId, query);
      return { records: await saveHosted(db, reader, items), total };
    },
    /**
     * Prepares an empty repository's folder. The returned function creates it and throws NAME_TAKEN, or LIMIT_REACHED at
     * a hundred.
     */
    draft: async (): Promise<(trx: Trx, teamId: string, name: string) => Promise<RepositoryRecord>> => {
      const draft = await git.draft();
      return (trx, teamId, name) =>
        createEmpty(trx, draft, teamId, name).catch(async (error: unknown) => {
          await draft.discard();
          throw error;
        });
    },
    /** Checks a public repository by its URL. Throws INVALID_INPUT on the field `url`. */
    checkPublic: (url: string): Promise<CheckedRepository> => checkPublic(git, url),
    /** Stores a checked repository. Throws LIMIT_REACHED. */
    importPublic,
    /**
     * Lists the current branches, also of another host. Throws REPOSITORY_NOT_CONNECTED, REPOSITORY_UNREADABLE,
     * REPOSITORY_FETCHING.
     */
    branches: async (db: Db, repository: RepositoryRecord): Promise<Branch[]> => {
      await refresh(parts, db, repository);
      return git.branches(pathOf(repository));
    },
    /** Detects the framework from the files in a folder of a branch. */
    detect: async (
      db: Db,
      repository: RepositoryRecord,
      branch: string = repository.defaultBranch,
      rootDirectory: string = "",
    ): Promise<Detection> => {
      await refreshIfOld(parts, db, repository);
      return detectIn(git, pathOf(repository), branch, rootDirectory);
    },
    /** Lists the folders in a folder of a branch. */
    folders: async (
      db: Db,
      repository: RepositoryRecord,
      branch: string = repository.defaultBranch,
      folder: string = "",
    ): Promise<string[]> => {
      await refreshIfOld(parts, db, repository);
      return git.folders(pathOf(repository), branch, folder);
    },
    /**
     * Returns the newest commit of a branch, also of another host, or the commit with that hash; it can then be checked
     * out. Throws like `branches`.
     */
    commit: (
      db: Db,
      repository: RepositoryRecord,
      revision: string,
      patience?: Patience,
    ): Promise<Commit | undefined> => readCommit(parts, db, repository, revision, patience),
    /** Returns the Git engine's path of a repository. */
    pathOf,
    /** Adds or removes the push webhook at GitHub; does nothing for other repositories. */
    setPushHook: async (repositoryId: string, isWanted: boolean): Promise<void> => {
      const repository = await findAny(db, repositoryId);
      if (repository?.provider === "GITHUB") await codeHosts.setHook(db, repository, isWanted);
    },
    /** Creates the samples of a new team. Idempotent. */
    seed: (teamId: string): Promise<void> => seedSamples(database, git, teamId),
    /** Deletes a team's rows; returns the folders for `removeFolders` once that is committed. */
    removeTeam,
    /** Removes folders. Idempotent. */
    removeFolders: async (folders: readonly string[]): Promise<void> => {
      for (const folder of folders) await git.remove(folder);
    },
    /** Handles a webhook of GitHub; returns whether it was a push. Throws UNAUTHORIZED. */
    receiveGitHubPush: (delivery: Delivery): Promise<boolean> => receiveGitHubPush(parts, delivery),
    /** Answers /git/<namespace>/<name>.git/… */
    handleHttp: (request: IncomingMessage, response: ServerResponse): Promise<void> =>
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
    /** Creates the queue of pushes; every process must call it before a push. */
    define: (): Promise<void> => definePushQueue(jobs),
    work: (): Promise<void> => jobs.work<PushJob>(pushQueue, (job) => workPush(parts, job)),
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
