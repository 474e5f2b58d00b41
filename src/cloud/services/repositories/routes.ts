import {
  branches,
  clonePath,
  createRepository,
  detectFramework,
  namespaces,
  repositories as listRepositories,
  type Repository,
} from "../../../../resources/hosting/repositories.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Sandbox } from "../../engines/sandbox/sandbox.ts";
import { AppError } from "../../app-error.ts";
import { route, type Route } from "../route.ts";
import type { Repositories } from "./service.ts";
import { namespaceOf, type RepositoryRecord } from "./store.ts";

export const repositoryRoutes = (repositories: Repositories, sandbox: Pick<Sandbox, "missingProgram">): Route[] => {
  const existing = async (db: Db, teamId: string, id: string | undefined): Promise<RepositoryRecord> => {
    const record = await repositories.find(db, teamId, id ?? "");
    if (!record) throw new AppError("NOT_FOUND");
    return record;
  };
  return [
    route(namespaces, ({ caller }) => {
      const name = namespaceOf(caller.teamId);
      return Promise.resolve({ items: [{ githubId: name, name, ownerType: "LOCAL" as const }] });
    }),
    route(listRepositories, async ({ caller, db, query, origin }) => {
      if (query.githubId !== namespaceOf(caller.teamId)) throw new AppError("NOT_FOUND");
      const { records, total } = await repositories.list(db, caller.teamId, query.page, query.word);
      return { repoList: records.map((record) => present(record, origin)), totalCount: total };
    }),
    route(createRepository, async ({ caller, db, body, origin }) =>
      present(await repositories.create(db, caller.teamId, body.name), origin),
    ),
    route(branches, async ({ caller, db, params }) => ({
      items: await repositories.branches(await existing(db, caller.teamId, params.id)),
    })),
    route(detectFramework, async ({ caller, db, params, query }) => {
      const repository = await existing(db, caller.teamId, params.id);
      const { programs, ...found } = await repositories.detect(repository, query.branch, query.rootDirectory);
      return { ...found, toolMissing: (await sandbox.missingProgram(programs)) ?? "" };
    }),
  ];
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
