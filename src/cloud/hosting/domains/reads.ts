import type { DomainState } from "../../../../resources/hosting/domains/domains.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { containing, countOf, onPage, type PageQuery } from "../../kernel/calls/list-query.ts";
import { isUuid } from "../../kernel/uuid.ts";

export type Domain = RowOf<"domain">;

export interface ListedDomain extends Domain {
  readonly target_name: string;
  /** Host label of the target. */
  readonly label: string;
  readonly certificate_expires_at: Date | null;
  readonly certificate_failures: number | null;
  readonly certificate_message: string | null;
}

/** Domains of sites (projects and gateways), or of buckets. They require different access. */
export type Section = "sites" | "buckets";

export interface DomainQuery extends PageQuery {
  readonly keyword?: string | undefined;
  readonly state?: DomainState | undefined;
  /** ID of the target. */
  readonly projectId?: string | undefined;
}

/** Lists a page of the team's domains in a section, newest first. */
export const listDomains = async (
  db: Db,
  teamId: string,
  section: Section,
  { keyword, state, projectId, ...page }: DomainQuery,
): Promise<{ rows: ListedDomain[]; total: number }> => {
  if (projectId !== undefined && !isUuid(projectId)) return { rows: [], total: 0 };
  const matching = listed(db)
    .where("domain.team_id", "=", teamId)
    .where("domain.target_kind", section === "buckets" ? "=" : "!=", "bucket")
    .$if(!!keyword, (rows) => rows.where("domain.name", "like", containing(keyword!.toLowerCase())))
    .$if(state !== undefined, (rows) => rows.where("domain.state", "=", state!))
    .$if(projectId !== undefined, (rows) => rows.where("domain.target_id", "=", projectId!));
  const [rows, total] = await Promise.all([
    matching.orderBy("domain.created_at", "desc").orderBy("domain.id", "desc").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { rows, total };
};

/** Finds a domain of any target kind. Throws NOT_FOUND, also for other teams' domains. */
export const findDomain = async (db: Db, teamId: string, id: string): Promise<ListedDomain> => {
  const row = isUuid(id) ? await ofTeam(db, teamId).where("domain.id", "=", id).executeTakeFirst() : undefined;
  return orNotFound(row);
};

/** Finds a domain of a project or gateway. Throws NOT_FOUND. */
export const findSiteDomain = async (db: Db, teamId: string, id: string): Promise<ListedDomain> => {
  const row = await findDomain(db, teamId, id);
  return orNotFound(row.target_kind === "bucket" ? undefined : row);
};

/** Finds a domain of a bucket by its DNS name. Throws NOT_FOUND. */
export const findBucketDomain = async (db: Db, teamId: string, name: string): Promise<ListedDomain> =>
  orNotFound(
    await ofTeam(db, teamId)
      .where("domain.name", "=", name)
      .where("domain.target_kind", "=", "bucket")
      .executeTakeFirst(),
  );

const orNotFound = (row: ListedDomain | undefined): ListedDomain => {
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

const ofTeam = (db: Db, teamId: string) => listed(db).where("domain.team_id", "=", teamId);

/** Buckets may have no host name. Their domains point to this one, which every instance has. */
const anyLabel = "s3";

const listed = (db: Db) =>
  db
    .selectFrom("domain")
    .leftJoin("project", (join) =>
      join.onRef("project.id", "=", "domain.target_id").on("domain.target_kind", "=", "project"),
    )
    .leftJoin("gateway", (join) =>
      join.onRef("gateway.id", "=", "domain.target_id").on("domain.target_kind", "=", "gateway"),
    )
    .leftJoin("bucket", (join) =>
      join.onRef("bucket.id", "=", "domain.target_id").on("domain.target_kind", "=", "bucket"),
    )
    .leftJoin("certificate", "certificate.name", "domain.name")
    .selectAll("domain")
    .select(({ fn, val }) => [
      fn.coalesce("project.name", "gateway.name", "bucket.name").$notNull().as("target_name"),
      fn.coalesce("project.label", "gateway.name", val(anyLabel)).$notNull().as("label"),
      "certificate.expires_at as certificate_expires_at",
      "certificate.failures as certificate_failures",
      "certificate.message as certificate_message",
    ]);
