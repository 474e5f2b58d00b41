/** Blockchain names that point to projects. Freehold only reads the records; the names' owners set them. */
import {
  nameDomains,
  nameServices,
  type NameDomain,
  type NameVerification,
  nameServiceOf,
  type NameDomainState,
  type NameServiceType,
} from "../../../../resources/hosting/name-services.ts";
import { AppError, notFound } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { NameServices, NameService, NameState } from "../../engines/name-services/name-services.ts";
import { isUuid, uuidOf } from "../uuid.ts";
import { checkedContent, createName, type NewName } from "./create.ts";
import { present } from "../present.ts";

export interface NameDomains {
  /** Adds a name. See createName. */
  create(trx: Trx, teamId: string, name: NewName): Promise<string>;
  /** Lists names of the team, or of one of its projects, newest first. */
  list(db: Db, teamId: string, projectId?: string): Promise<NameDomain[]>;
  /** Returns the configured name services. */
  connected(): NameDomain["type"][];
  /** Finds a name. Throws NOT_FOUND, like the methods below. */
  find(db: Db, teamId: string, id: string): Promise<NameDomain>;
  /** Changes the content. Throws INVALID_INPUT. */
  edit(trx: Trx, teamId: string, id: string, content: string): Promise<void>;
  /** Reads a name's record on chain. Throws NAME_SERVICE_OFF, NAME_SERVICE_UNREACHABLE. */
  lookAt(db: Db, teamId: string, id: string): Promise<LookupResult>;
  /** Stores the result of `lookAt`. */
  keep(trx: Trx, teamId: string, id: string, looked: LookupResult): Promise<NameVerification>;
  remove(trx: Trx, teamId: string, id: string): Promise<void>;
}

export const createNameDomains = (services: NameServices): NameDomains => {
  const find = async (db: Db, teamId: string, id: string) => {
    return selectOf(db, teamId).where("name_domain.id", "=", uuidOf(id)).executeTakeFirstOrThrow(notFound);
  };
  return {
    create: (trx, teamId, name) => createName(services, trx, teamId, name),
    list: async (db, teamId, projectId) => {
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
    connected: () => nameServices.map(({ type }) => type).filter((type) => services.find(type)),
    find: async (db, teamId, id) => listed(await find(db, teamId, id)),
    edit: async (trx, teamId, id, content) => {
      await find(trx, teamId, id);
      const changes = { content: checkedContent(content), state: "pending", message: "" } as const;
      await trx.updateTable("name_domain").set(changes).where("id", "=", id).execute();
    },
    lookAt: async (db, teamId, id) => lookAt(services, await find(db, teamId, id)),
    keep: async (trx, teamId, id, { answer, state }) => {
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
    remove: async (trx, teamId, id) => {
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
