import { sql } from "kysely";
import { isWildcard, toDomain } from "../../../../resources/hosting/domains/domain-names.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { findSiteDomain, type Domain } from "./reads.ts";

export interface RedirectRequest {
  readonly redirectTo: string;
  readonly code: 301 | 302;
}

/** Advisory lock for setting redirects: concurrent changes could create a loop that neither detects. */
const redirectsLock = 4_040_011;
const redirectsMax = 10;

/** Redirects a domain to another host name; an empty target serves the site again. Throws NOT_FOUND, INVALID_INPUT. */
export const setRedirect = async (
  trx: Trx,
  teamId: string,
  id: string,
  { redirectTo, code }: RedirectRequest,
): Promise<void> => {
  const domain = await findSiteDomain(trx, teamId, id);
  await sql`select pg_advisory_xact_lock(${redirectsLock})`.execute(trx);
  const target = redirectTo.trim() === "" ? null : await checkedTarget(trx, domain.name, redirectTo);
  await trx
    .updateTable("domain")
    .set({ redirect_to: target, redirect_code: target === null ? null : code })
    .where("id", "=", domain.id)
    .execute();
};

/** Deletes a domain. Names that redirected to it serve the site again. */
export const removeDomain = async (trx: Trx, { id, name, target_id }: Domain): Promise<void> => {
  await trx.deleteFrom("domain").where("id", "=", id).execute();
  await trx
    .updateTable("domain")
    .set({ redirect_to: null, redirect_code: null })
    .where("target_id", "=", target_id)
    .where("redirect_to", "=", name)
    .execute();
};

const checkedTarget = async (trx: Trx, from: string, input: string): Promise<string> => {
  const target = toDomain(input);
  if (target === undefined || isWildcard(target)) {
    throw invalidInput("Enter a host name such as www.shop.example. Path and query are kept automatically.");
  }
  if (await isLoop(trx, from, target)) throw invalidInput("This redirect creates a loop. Choose another host name.");
  return target;
};

const isLoop = async (trx: Trx, from: string, to: string): Promise<boolean> => {
  let next: string | null = to;
  for (let steps = 0; next !== null; steps++) {
    const row: { name: string; redirect_to: string | null } | undefined = await findRow(trx, next);
    if (next === from || row?.name === from || steps > redirectsMax) return true;
    next = row?.redirect_to ?? null;
  }
  return false;
};

/**
 * Finds the row for a host name: the exact name, or else the closest wildcard. Among several teams' rows, prefers one
 * with a redirect.
 */
const findRow = (db: Db, hostName: string) => {
  const labels = hostName.split(".");
  const names = [hostName, ...labels.slice(1).map((_, at) => `*.${labels.slice(at + 1).join(".")}`)];
  return db
    .selectFrom("domain")
    .select(["name", "redirect_to"])
    .where("name", "in", names)
    .orderBy(sql`length(name) - case when name like '*%' then 1000 else 0 end`, "desc")
    .orderBy(sql`redirect_to is null`)
    .limit(1)
    .executeTakeFirst();
};

const invalidInput = (message: string): AppError => invalidField("redirectTo", message);
