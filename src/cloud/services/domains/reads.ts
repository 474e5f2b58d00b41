import type { Selectable } from "kysely";
import type { DomainState } from "../../../../resources/hosting/domains.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { DomainTable } from "./tables.ts";
import { containing, countOf, onPage, type PageQuery } from "../list-query.ts";
import { isUuid } from "../uuid.ts";

export type Domain = Selectable<DomainTable>;

export interface ListedDomain extends Domain {
  readonly target_name: string;
  /** The own host label of what it leads to. */
  readonly label: string;
  readonly certificate_expires_at: Date | null;
  readonly certificate_failures: number | null;
  readonly certificate_message: string | null;
}

export interface DomainQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly state?: DomainState | undefined;
  /** Of whatever it leads to. */
  readonly projectId?: string | undefined;
}

/** A page of a team's domains, the newest first. */
export const listDomains = async (
  db: Db,
  teamId: string,
  { keyword, state, projectId, ...page }: DomainQuery,
): Promise<{ rows: ListedDomain[]; total: number }> => {
  if (projectId !== undefined && !isUuid(projectId)) return { rows: [], total: 0 };
  const matching = listed(db)
    .where("domain.team_id", "=", teamId)
    .$if(!!keyword, (rows) => rows.where("domain.name", "like", containing(keyword!.toLowerCase())))
    .$if(state !== undefined, (rows) => rows.where("domain.state", "=", state!))
    .$if(projectId !== undefined, (rows) => rows.where("domain.target_id", "=", projectId!));
  const [rows, total] = await Promise.all([
    matching.orderBy("domain.created_at", "desc").orderBy("domain.id", "desc").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { rows, total };
};

/** Throws NOT_FOUND for a domain of another team. */
export const findDomain = async (db: Db, teamId: string, id: string): Promise<ListedDomain> => {
  const row = isUuid(id)
    ? await listed(db).where("domain.team_id", "=", teamId).where("domain.id", "=", id).executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

const listed = (db: Db) =>
  db
    .selectFrom("domain")
    .leftJoin("project", (join) =>
      join.onRef("project.id", "=", "domain.target_id").on("domain.target_kind", "=", "project"),
    )
    .leftJoin("gateway", (join) =>
      join.onRef("gateway.id", "=", "domain.target_id").on("domain.target_kind", "=", "gateway"),
    )
    .leftJoin("certificate", "certificate.name", "domain.name")
    .selectAll("domain")
    .select(({ fn }) => [
      fn.coalesce("project.name", "gateway.name").$notNull().as("target_name"),
      fn.coalesce("project.label", "gateway.name").$notNull().as("label"),
      "certificate.expires_at as certificate_expires_at",
      "certificate.failures as certificate_failures",
      "certificate.message as certificate_message",
    ]);
