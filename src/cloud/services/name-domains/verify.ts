/** Checks on chain whether a name points to the expected content. */
import {
  nameServiceOf,
  type NameDomainState,
  type NameServiceType,
  type NameVerification,
} from "../../../../resources/hosting/name-services.ts";
import { AppError } from "../../app-error.ts";
import type { NameService, NameServices, NameState } from "../../engines/name-services/name-services.ts";

export interface LookupResult {
  readonly answer: NameVerification;
  readonly state: NameDomainState;
}

interface Name {
  readonly service: NameServiceType;
  readonly name: string;
  readonly content: string;
  readonly state: NameDomainState;
}

/** Checks a name. Throws NAME_SERVICE_OFF, NAME_SERVICE_UNREACHABLE. */
export const lookAt = async (services: NameServices, row: Name): Promise<LookupResult> => {
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
