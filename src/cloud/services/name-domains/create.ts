import { randomUUID } from "node:crypto";
import { nameContentHint, nameServiceOf, type NameServiceType } from "../../../../resources/hosting/name-services.ts";
import { domainsPerProject } from "../../../../resources/limits.ts";
import { AppError, invalidField } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { canonicalContent } from "../../engines/name-services/content-hash.ts";
import type { NameServices } from "../../engines/name-services/name-services.ts";
import { isUuid } from "../uuid.ts";
import { countOf } from "../list-query.ts";

export interface NewName {
  readonly projectId: string;
  readonly domain: string;
  readonly type: NameServiceType;
  readonly content: string;
  readonly owner?: string | undefined;
}

/**
 * Adds a name to a project; returns its ID. Throws NOT_FOUND for other teams' projects, NAME_SERVICE_OFF, INVALID_INPUT
 * for an invalid name, DOMAIN_ADDED, LIMIT_REACHED.
 */
export const createName = async (
  services: NameServices,
  trx: Trx,
  teamId: string,
  { projectId, domain, type, content, owner = "" }: NewName,
): Promise<string> => {
  await lockProject(trx, teamId, projectId);
  const service = services.find(type);
  if (!service) throw new AppError("NAME_SERVICE_OFF");
  const name = await service.normalise(domain);
  if (name === undefined) throw invalidField("domain", invalidNameMessage(type));
  await checkLimit(trx, projectId);
  const id = randomUUID();
  const added = await trx
    .insertInto("name_domain")
    .values({
      id,
      team_id: teamId,
      project_id: projectId,
      service: type,
      name,
      content: checkedContent(content),
      owner,
    })
    .onConflict((conflict) => conflict.columns(["team_id", "service", "name"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw new AppError("DOMAIN_ADDED");
  return id;
};

/** Returns content in canonical form. Throws INVALID_INPUT. */
export const checkedContent = (content: string): string => {
  const canonical = canonicalContent(content);
  if (canonical === undefined) throw invalidField("content", `Content: ${nameContentHint}`);
  return canonical;
};

const lockProject = async (trx: Trx, teamId: string, id: string): Promise<void> => {
  if (!isUuid(id)) throw new AppError("NOT_FOUND");
  const ofTeam = trx.selectFrom("project").select("id").where("team_id", "=", teamId).where("id", "=", id);
  if (!(await ofTeam.forUpdate().executeTakeFirst())) throw new AppError("NOT_FOUND");
};

const checkLimit = async (trx: Trx, projectId: string): Promise<void> => {
  const count = await countOf(trx.selectFrom("name_domain").where("project_id", "=", projectId));
  if (count >= domainsPerProject) throw new AppError("LIMIT_REACHED");
};

const invalidNameMessage = (type: NameServiceType): string => {
  const { name, example } = nameServiceOf(type);
  return `Invalid ${name} name. Use a name such as ${example}.`;
};
