/** Repositories: their database rows, their path in the Git engine, and the framework in their files. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ReadFile } from "../../../../resources/hosting/builds/manifest.ts";
import { detectFramework, type Detection } from "./detect-framework.ts";
import { repositoryPageSize } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Git } from "../../engines/git/git.ts";
import { countOf, onPage } from "../../kernel/calls/list-query.ts";
import { camelRow, type CamelRow } from "../../kernel/calls/present.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

export type RepositoryRecord = Omit<CamelRow<RowOf<"repository">>, "updatedAt"> & {
  /** Unix seconds, an integer. */
  readonly updatedAt: number;
};

const local = "LOCAL" as const;

/** Returns the namespace: short enough for a URL; the last digits of every UUID version are random. */
export const namespaceOf = (teamId: string): string => teamId.replaceAll("-", "").slice(-12);

/** Finds a repository of any team, for background work. */
export const findAny = async (db: Db, id: string): Promise<RepositoryRecord | undefined> => {
  if (!isId(id)) return undefined;
  const row = await db.selectFrom("repository").selectAll().where("id", "=", id).executeTakeFirst();
  return row && recordOf(row);
};

export const findById = async (db: Db, teamId: string, id: string): Promise<RepositoryRecord | undefined> => {
  if (!isId(id)) return undefined;
  const row = await db
    .selectFrom("repository")
    .selectAll()
    .where("id", "=", id)
    .where("team_id", "=", teamId)
    .executeTakeFirst();
  return row && recordOf(row);
};

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export const findByPath = async (
  db: Db,
  teamId: string,
  namespace: string,
  name: string,
): Promise<RepositoryRecord | undefined> => {
  const row = await db
    .selectFrom("repository")
    .selectAll()
    .where(sql`lower(namespace)`, "=", namespace.toLowerCase())
    .where(sql`lower(name)`, "=", name.toLowerCase())
    .where("team_id", "=", teamId)
    .where("provider", "=", local)
    .orderBy(sql`name = ${name}`, "desc")
    .limit(1)
    .executeTakeFirst();
  return row && recordOf(row);
};

/** Lists a page of a team's local repositories whose name contains `word`, newest first. */
export const listPage = async (db: Db, teamId: string, page: number, keyword: string) => {
  const matching = db
    .selectFrom("repository")
    .where("team_id", "=", teamId)
    .where("provider", "=", local)
    .where(sql<boolean>`position(lower(${keyword.trim()}) in lower(name)) > 0`);
  const [rows, total] = await Promise.all([
    matching
      .selectAll()
      .orderBy("updated_at", "desc")
      .orderBy("id", "desc")
      .$call(onPage({ page: Math.max(1, Math.floor(page)), size: repositoryPageSize }))
      .execute(),
    countOf(matching),
  ]);
  return { records: rows.map(recordOf), total };
};

/** Counts a team's local and public repositories; the lock serializes concurrent creations. */
export const countForUpdate = async (trx: Trx, teamId: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`repository ${teamId}`}, 0))`.execute(trx);
  return countOf(trx.selectFrom("repository").where("team_id", "=", teamId).where("provider", "in", [local, "URL"]));
};

interface NewRepository {
  readonly teamId: string;
  readonly name: string;
  readonly defaultBranch: string;
  readonly framework: string;
}

/** Returns undefined if the name is taken. */
export const insertRepository = async (trx: Trx, repository: NewRepository): Promise<RepositoryRecord | undefined> => {
  const row = await trx
    .insertInto("repository")
    .values({
      id: randomUUID(),
      team_id: repository.teamId,
      namespace: namespaceOf(repository.teamId),
      name: repository.name,
      default_branch: repository.defaultBranch,
      framework: repository.framework,
    })
    .onConflict((conflict) => conflict.columns(["namespace", "name"]).where("provider", "=", local).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && recordOf(row);
};

/** Records the result of a push. */
export const recordPush = async (
  db: Db,
  id: string,
  now: { defaultBranch: string; framework: string },
): Promise<void> => {
  await db
    .updateTable("repository")
    .set({ default_branch: now.defaultBranch, framework: now.framework, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
};

export const recordOf = (row: RowOf<"repository">): RepositoryRecord => ({
  ...camelRow(row),
  updatedAt: secondsOf(row.updated_at),
});

/** Returns the Git engine's path of a repository: of a local one, or of the mirror of a remote one. */
export const pathOf = ({
  id,
  provider,
  namespace,
  name,
}: Pick<RepositoryRecord, "id" | "provider" | "namespace" | "name">): string =>
  provider === "LOCAL" ? `${namespace}/${name}` : `mirrors/${id}`;

/**
 * Detects the framework and its settings from the files in a folder of a branch. Only files whose first segment is in
 * the folder are read: each read starts a process, and most of the files that frameworks look for are missing.
 */
export const detectIn = async (git: Git, path: string, branch: string, folder: string): Promise<Detection> => {
  const reading = (from: string): ReadFile => {
    let names: Promise<ReadonlySet<string>> | undefined;
    return async (file) => {
      names ??= git.names(path, branch, from).then((all) => new Set(all));
      return (await names).has(file.split("/", 1)[0]!) ? git.file(path, branch, `${from}/${file}`) : undefined;
    };
  };
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".");
  const above = parts.map((_, at) => parts.slice(0, parts.length - 1 - at).join("/"));
  return detectFramework(reading(folder), above.map(reading));
};
