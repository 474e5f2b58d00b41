import { randomBytes, randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { isFull } from "../../../../resources/declare/define.ts";
import {
  domainInvalid,
  gatewayChoice,
  isWildcard,
  namesOf,
  toDomain,
  type DomainChoice,
} from "../../../../resources/hosting/domains/domain-names.ts";
import { domains } from "../../../../resources/hosting/domains/domains.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Tables } from "../../engines/database/tables.ts";
import { proofPrefix } from "./look-up.ts";
import { isOwnName, proofNameOf, type DomainConfig } from "./settings.ts";
import { lockTarget, type DomainTarget } from "./targets.ts";
import { countOf } from "../../kernel/calls/list-query.ts";

export interface NewDomain {
  readonly domain: string;
  /** ID of the project, ID or name of the gateway (choice 3), or name of the bucket. */
  readonly projectId: string;
  /** Target kind, if `createType` does not determine it. */
  readonly kind?: "bucket" | undefined;
  readonly createType?: DomainChoice | typeof gatewayChoice | undefined;
}

const ownName = "This domain belongs to the server. Add a domain that you own.";

/** A bare name and its www name are one site, so the redirect is permanent. */
const pairCode = 301;

/**
 * Adds a domain. With choice 0 or 1, also adds its www or bare name, which redirects to it. Returns the IDs, the serving
 * name first. Throws NOT_FOUND for other teams' targets, INVALID_INPUT for an invalid name, DOMAIN_ADDED, LIMIT_REACHED.
 */
export const createDomain = async (
  trx: Trx,
  teamId: string,
  { domain, projectId, createType = 2, kind: requestedKind }: NewDomain,
  config: DomainConfig,
): Promise<string[]> => {
  const kind = requestedKind ?? (createType === gatewayChoice ? "gateway" : "project");
  const target = await lockTarget(trx, teamId, { kind, id: projectId });
  const choice = createType === gatewayChoice ? 2 : createType;
  const name = checkedName(domain, choice);
  const names = namesOf(name, choice);
  if (names.some((added) => isOwnName(added.name, config))) throw invalidField("domain", ownName);
  await rejectDuplicates(
    trx,
    teamId,
    names.map((added) => added.name),
  );
  await checkLimit(trx, target, names.length);
  const proof = { proof_name: proofNameOf(name), proof_value: await proofValue(trx, teamId, proofNameOf(name)) };
  const rows = names.map((added) => ({
    id: randomUUID(),
    team_id: teamId,
    target_kind: target.kind,
    target_id: target.id,
    name: added.name,
    ...proof,
    ...(added.redirectTo !== undefined && ({ redirect_to: added.redirectTo, redirect_code: pairCode } as const)),
  }));
  // Inserted in sequence, so that the list shows the serving name first.
  for (const row of rows.toReversed()) await insert(trx, row);
  return rows.map(({ id }) => id);
};

const checkedName = (input: string, choice: DomainChoice): string => {
  const name = toDomain(input);
  if (name === undefined) throw invalidField("domain", domainInvalid);
  if (isWildcard(name) && choice !== 2)
    throw invalidField("createType", "A wildcard domain can't include www. Add it as a single domain.");
  return name;
};

/** Inserts a domain. Throws DOMAIN_ADDED if a concurrent request added the name. */
const insert = async (trx: Trx, row: Insertable<Tables["domain"]>): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("domain")
    .values(row)
    .onConflict((conflict) => conflict.columns(["team_id", "name"]).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new AppError("DOMAIN_ADDED");
};

const rejectDuplicates = async (trx: Trx, teamId: string, names: readonly string[]): Promise<void> => {
  const existing = await trx
    .selectFrom("domain")
    .leftJoin("project", "project.id", "domain.target_id")
    .leftJoin("gateway", "gateway.id", "domain.target_id")
    .leftJoin("bucket", "bucket.id", "domain.target_id")
    .select("domain.name")
    .select("target_kind")
    .select(({ fn }) => fn.coalesce("project.name", "gateway.name", "bucket.name").as("target"))
    .where("domain.team_id", "=", teamId)
    .where("domain.name", "in", names)
    .executeTakeFirst();
  if (!existing) return;
  const message = `${existing.name} has already been added to the ${existing.target_kind} ${existing.target}.`;
  throw new AppError("DOMAIN_ADDED", { message, fields: { domain: [message] } });
};

const checkLimit = async (trx: Trx, { kind, id }: DomainTarget, more: number): Promise<void> => {
  const count = await countOf(trx.selectFrom("domain").where("target_kind", "=", kind).where("target_id", "=", id));
  if (!isFull(domains, count + more - 1)) return;
  throw new AppError("LIMIT_REACHED", {
    message: `A ${kind} can have ${domains.list.limit} domains. Delete one to add another.`,
  });
};

/** Returns the team's TXT value for a bare name: one record for all names below it. */
const proofValue = async (trx: Trx, teamId: string, proofName: string): Promise<string> => {
  const existing = await trx
    .selectFrom("domain")
    .select("proof_value")
    .where("team_id", "=", teamId)
    .where("proof_name", "=", proofName)
    .executeTakeFirst();
  return existing?.proof_value ?? proofPrefix + randomBytes(16).toString("hex");
};
