/** Database rows of repositories on other hosts. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { repositoriesPerTeam } from "../../../../resources/limits.ts";
import type { HostedRepository } from "../../engines/code-host/code-host.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { recordOf, type RepositoryRecord } from "./store.ts";

export interface Reader {
  readonly teamId: string;
  readonly personId: string;
}

/**
 * Returns rows for repositories of a code host, in their order, creating missing ones. Each row stores the user whose
 * account reads it; if that user has unlinked, the current user takes over. Files are fetched when the repository is
 * selected.
 */
export const saveHosted = async (
  db: Db,
  { teamId, personId }: Reader,
  items: readonly HostedRepository[],
): Promise<RepositoryRecord[]> => {
  if (items.length === 0) return [];
  const rows = await db
    .insertInto("repository")
    .values(
      items.map((item) => ({
        id: randomUUID(),
        team_id: teamId,
        namespace: item.namespace,
        name: item.name,
        provider: "GITHUB" as const,
        remote_url: item.cloneUrl,
        external_id: item.id,
        linked_by: personId,
        default_branch: item.defaultBranch,
        framework: "",
        updated_at: new Date(item.updatedAt * 1000),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["team_id", "provider", "external_id"])
        .where("external_id", "is not", null)
        .doUpdateSet((eb) => ({
          namespace: eb.ref("excluded.namespace"),
          name: eb.ref("excluded.name"),
          remote_url: eb.ref("excluded.remote_url"),
          default_branch: eb.ref("excluded.default_branch"),
          updated_at: eb.ref("excluded.updated_at"),
          linked_by: sql<string>`case when exists (select 1 from code_host_account where person_id = repository.linked_by)
            then repository.linked_by else excluded.linked_by end`,
        })),
    )
    .returningAll()
    .execute();
  const byExternalId = new Map(rows.map((row) => [row.external_id, recordOf(row)]));
  return items.flatMap(({ id }) => byExternalId.get(id) ?? []);
};

export interface PublicRepository {
  /** Equal for all spellings of its URL. */
  readonly spelling: string;
  /** The URL to fetch from. */
  readonly url: string;
  readonly namespace: string;
  readonly name: string;
  readonly defaultBranch: string;
}

export const findPublic = async (db: Db, teamId: string, spelling: string): Promise<RepositoryRecord | undefined> => {
  const row = await db
    .selectFrom("repository")
    .selectAll()
    .where("team_id", "=", teamId)
    .where("provider", "=", "URL")
    .where("external_id", "=", spelling)
    .executeTakeFirst();
  return row && recordOf(row);
};

export const savePublic = async (trx: Trx, teamId: string, repository: PublicRepository): Promise<RepositoryRecord> => {
  const row = await trx
    .insertInto("repository")
    .values({
      id: randomUUID(),
      team_id: teamId,
      namespace: repository.namespace,
      name: repository.name,
      provider: "URL",
      remote_url: repository.url,
      external_id: repository.spelling,
      default_branch: repository.defaultBranch,
      framework: "",
    })
    .onConflict((conflict) =>
      conflict
        .columns(["team_id", "provider", "external_id"])
        .where("external_id", "is not", null)
        .doUpdateSet({ default_branch: repository.defaultBranch, remote_url: repository.url }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return recordOf(row);
};

/** Records the result of a fetch. */
export const recordFetch = async (
  db: Db,
  id: string,
  now: { readonly defaultBranch: string; readonly framework: string },
): Promise<void> => {
  await db
    .updateTable("repository")
    .set({ default_branch: now.defaultBranch, framework: now.framework, fetched_at: new Date() })
    .where("id", "=", id)
    .execute();
};

/** Returns a team's mirrors beyond its limit, least recently used first; they can be fetched again. */
export const takeSurplus = async (db: Db, teamId: string): Promise<RepositoryRecord[]> => {
  const surplus = db
    .selectFrom("repository")
    .select("id")
    .where("team_id", "=", teamId)
    .where("fetched_at", "is not", null)
    .orderBy("fetched_at", "desc")
    .offset(repositoriesPerTeam);
  const rows = await db
    .updateTable("repository")
    .set({ fetched_at: null })
    .where("id", "in", surplus)
    .returningAll()
    .execute();
  return rows.map(recordOf);
};
