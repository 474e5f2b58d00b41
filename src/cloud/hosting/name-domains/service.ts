/** Blockchain names that point to projects. Freehold only reads the records; the names' owners set them. */
import { randomUUID } from "node:crypto";
import { isFull } from "../../../../resources/declare/define.ts";
import {
  nameDomains,
  nameServices,
  type NameDomain,
  type NameVerification,
  nameServiceOf,
  type NameDomainState,
  type NameServiceType,
  nameContentHint,
} from "../../../../resources/hosting/domains/name-services.ts";
import { AppError, notFound, invalidField } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { NameServices, NameService, NameState } from "../../engines/name-services/name-services.ts";
import { isUuid, uuidOf } from "../../kernel/uuid.ts";
import { present } from "../../kernel/calls/present.ts";
import { canonicalContent } from "../../engines/name-services/content-hash.ts";
import { countOf } from "../../kernel/calls/list-query.ts";

export type NameDomains = ReturnType<typeof createNameDomains>;

export const createNameDomains = (services: NameServices) => {
  const find = async (db: Db, teamId: string, id: string) => {
    return selectOf(db, teamId).where("name_domain.id", "=", uuidOf(id)).executeTakeFirstOrThrow(notFound);
  };
  return {
    /** Adds a name. See createName. */
    create: (trx: Trx, teamId: string, name: NewName): Promise<string> => createName(services, trx, teamId, name),
    /** Lists names of the team, or of one of its projects, newest first. */
    list: async (db: Db, teamId: string, projectId?: string): Promise<NameDomain[]> => {
      if (projectId !== undefined && !isUuid(projectId)) return [];
      const ofTeam = selectOf(db, teamId);
      const selected = projectId === undefined ? ofTeam : ofTeam.where("project_id", "=", projectId);
      const rows = await selected
        .orderBy("name_domain.created_at", "desc")
        .orderBy("name_domain.id")
        .limit(rowsMax)
        .execute();
      return rows.map(listed);
    },
    /** Returns the configured name services. */
    connected: (): NameDomain["type"][] => nameServices.map(({ type }) => type).filter((type) => services.find(type)),
    /** Finds a name. Throws NOT_FOUND, like the methods below. */
    find: async (db: Db, teamId: string, id: string): Promise<NameDomain> => listed(await find(db, teamId, id)),
    /** Changes the content. Throws INVALID_INPUT. */
    edit: async (trx: Trx, teamId: string, id: string, content: string): Promise<void> => {
      await find(trx, teamId, id);
      const changes = { content: checkedContent(content), state: "pending", message: "" } as const;
      await trx.updateTable("name_domain").set(changes).where("id", "=", id).execute();
    },
    /** Reads a name's record on chain. Throws NAME_SERVICE_OFF, NAME_SERVICE_UNREACHABLE. */
    lookAt: async (db: Db, teamId: string, id: string): Promise<LookupResult> =>
      lookAt(services, await find(db, teamId, id)),
    /** Stores the result of `lookAt`. */
    keep: async (trx: Trx, teamId: string, id: string, { answer, state }: LookupResult): Promise<NameVerification> => {
      await find(trx, teamId, id);
      await trx
        .updateTable("name_domain")
        .set({
          state,
          message: answer.message,
          current_content: answer.current,
          owner: answer.owner,
          checked_at: new Date(),
        })
        .where("id", "=", id)
        .execute();
      return answer;
    },
    remove: async (trx: Trx, teamId: string, id: string): Promise<void> => {
      await find(trx, teamId, id);
      await trx.deleteFrom("name_domain").where("id", "=", id).execute();
    },
  };
};

/** Maximum number of listed names. */
const rowsMax = 500;

const selectOf = (db: Db, teamId: string) =>
  db
    .selectFrom("name_domain")
    .innerJoin("project", "project.id", "name_domain.project_id")
    .selectAll("name_domain")
    .select("project.name as project_name")
    .where("name_domain.team_id", "=", teamId);

type Row = Awaited<ReturnType<ReturnType<typeof selectOf>["executeTakeFirstOrThrow"]>>;

const listed = (row: Row): NameDomain =>
  present(nameDomains.schema, row, { domain: row.name, type: row.service, current: row.current_content });

interface LookupResult {
  readonly answer: NameVerification;
  readonly state: NameDomainState;
}

interface Name {
  readonly service: NameServiceType;
  readonly name: string;
  readonly content: string;
  readonly state: NameDomainState;
}

/** Checks on chain whether a name points to the expected content. Throws NAME_SERVICE_OFF, NAME_SERVICE_UNREACHABLE. */
const lookAt = async (services: NameServices, row: Name): Promise<LookupResult> => {
  const service = services.find(row.service);
  if (!service) throw new AppError("NAME_SERVICE_OFF");
  return checkName(service, row).catch(() => {
    throw new AppError("NAME_SERVICE_UNREACHABLE");
  });
};

const checkName = async (service: NameService, row: Name): Promise<LookupResult> => {
  const { name, content } = row;
  const current = await service.look(name);
  const success = current.content === content;
  const setting = await service.setting(name, current, content);
  const answer = {
    success,
    message: success ? "" : problemOf(row, current),
    owner: current.owner ?? "",
    current: current.content,
    value: await service.valueOf(content),
    ...(setting && { setting }),
  };
  const waiting = row.state === "pending" ? "pending" : "invalid";
  return { answer, state: success ? "valid" : waiting };
};

const problemOf = ({ service, name }: Name, { owner, resolver, content }: NameState): string => {
  const serviceName = nameServiceOf(service).name;
  if (owner === undefined) return `${name} is not registered on ${serviceName}.`;
  if (service !== "sns" && resolver === undefined)
    return `${name} has no resolver. Set one in the ${serviceName} app first.`;
  return content === "" ? `${name} has no record.` : `${name} points to ${content}.`;
};

interface NewName {
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
const createName = async (
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
const checkedContent = (content: string): string => {
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
  if (isFull(nameDomains, count)) throw new AppError("LIMIT_REACHED");
};

const invalidNameMessage = (type: NameServiceType): string => {
  const { name, example } = nameServiceOf(type);
  return `Invalid ${name} name. Use a name such as ${example}.`;
};
