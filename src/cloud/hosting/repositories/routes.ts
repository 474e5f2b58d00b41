import { gitHubPush, importRepository, repositoryTree } from "../../../../resources/hosting/repositories/code-host.ts";
import {
  branches,
  clonePath,
  createRepository,
  detectFramework,
  namespaces,
  repositories as listRepositories,
  type Repository,
} from "../../../../resources/hosting/repositories/repositories.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Sandbox } from "../../engines/sandbox/sandbox.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { CodeHosts } from "../code-host/service.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import type { Repositories } from "./service.ts";
import { namespaceOf, type RepositoryRecord } from "./store.ts";

interface Deps {
  readonly sandbox: Pick<Sandbox, "missingProgram">;
  readonly codeHosts: Pick<CodeHosts, "namespaces">;
}

export const repositoryRoutes = (repositories: Repositories, { sandbox, codeHosts }: Deps): Route[] => {
  const existing = async (db: Db, teamId: string, id: string | undefined): Promise<RepositoryRecord> => {
    const record = await repositories.find(db, teamId, id ?? "");
    if (!record) throw new AppError("NOT_FOUND");
    return record;
  };
  return [
    route(namespaces, async ({ caller, db }) => {
      const own = namespaceOf(caller.teamId);
      const { found, problem } = await hostedNamespaces(codeHosts, db, caller.userId);
      const hosted = found.map(({ id, name, ownerType }) => ({ githubId: id, name, ownerType }));
      return { items: [{ githubId: own, name: own, ownerType: "LOCAL" as const }, ...hosted], problem };
    }),
    route(listRepositories, async ({ caller, db, query, origin }) => {
      const { githubId: namespaceId, page, word } = query;
      const { records, total } =
        namespaceId === namespaceOf(caller.teamId)
          ? await repositories.list(db, caller.teamId, page, word)
          : await repositories.listHosted(
              db,
              { teamId: caller.teamId, personId: caller.userId },
              { namespaceId, page, keyword: word },
            );
      return { repoList: records.map((record) => present(record, origin)), totalCount: total };
    }),
    route(
      createRepository,
      inPhases({
        prepare: () => repositories.draft(),
        write: async ({ caller, db, body, origin }, create) =>
          present(await create(db, caller.teamId, body.name), origin),
      }),
    ),
    route(
      importRepository,
      inPhases({
        prepare: ({ body }) => repositories.checkPublic(body.url),
        write: async ({ caller, db, origin, logged }, seen) => {
          const record = await repositories.importPublic(db, caller.teamId, seen);
          logged({ target: `${record.namespace}/${record.name}`, details: { repositoryId: record.id } });
          return present(record, origin);
        },
      }),
    ),
    route(branches, async ({ caller, db, params }) => ({
      items: await repositories.branches(db, await existing(db, caller.teamId, params.id)),
    })),
    route(repositoryTree, async ({ caller, db, params, query }) => {
      const repository = await existing(db, caller.teamId, params.id);
      return { folders: await repositories.folders(db, repository, query.branch, query.path) };
    }),
    route(detectFramework, async ({ caller, db, params, query }) => {
      const repository = await existing(db, caller.teamId, params.id);
      const { programs, ...found } = await repositories.detect(db, repository, query.branch, query.rootDirectory);
      return { ...found, toolMissing: (await sandbox.missingProgram(programs)) ?? "" };
    }),
    route(gitHubPush, async ({ query, headers, stream }) => ({
      heard: await repositories.receiveGitHubPush({ repositoryId: query.repository, headers, body: stream }),
    })),
  ];
};

/** Returns no namespaces if GitHub fails: local repositories stay available. */
const hostedNamespaces = async (codeHosts: Deps["codeHosts"], db: Db, personId: string) => {
  try {
    return { found: await codeHosts.namespaces(db, personId), problem: "" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { found: [], problem: error.message };
  }
};

const present = ({ id, namespace, name, ...rest }: RepositoryRecord, origin: string): Repository => ({
  id,
  provider: rest.provider,
  name,
  namespace,
  defaultBranch: rest.defaultBranch,
  frameworkAdvice: rest.framework,
  cloneUrl: rest.remoteUrl ?? origin + clonePath(namespace, name),
  updatedAt: rest.updatedAt,
});
