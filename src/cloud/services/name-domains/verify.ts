/** Checks on chain whether a name points to the expected content. */
import {
  nameServiceOf,
  type NameDomainState,
  type NameServiceType,
  type NameVerification,
} from "../../../../resources/hosting/name-services.ts";
import { AppError } from "../../app-error.ts";
import type { NameService, NameServices, NameState } from "../../engines/name-services/name-services.ts";

export interface Looked {
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
export const lookAt = async (services: NameServices, row: Name): Promise<Looked> => {
  const service = services.find(row.service);
  if (!service) throw new AppError("NAME_SERVICE_OFF");
  return look(service, row).catch(() => {
    throw new AppError("NAME_SERVICE_UNREACHABLE");
  });
};

const look = async (service: NameService, row: Name): Promise<Looked> => {
  const { name, content } = row;
  const there = await service.look(name);
  const success = there.content === content;
  const setting = await service.setting(name, there, content);
  const answer = {
    success,
    message: success ? "" : inTheWay(row, there),
    owner: there.owner ?? "",
    current: there.content,
    value: await service.valueOf(content),
    ...(setting && { setting }),
  };
  const waiting = row.state === "pending" ? "pending" : "invalid";
  return { answer, state: success ? "valid" : waiting };
};

const inTheWay = ({ service, name }: Name, { owner, resolver, content }: NameState): string => {
  const called = nameServiceOf(service).name;
  if (owner === undefined) return `${name} is not registered on ${called}.`;
  if (service !== "sns" && resolver === undefined)
    return `${name} has no resolver. Set one in the ${called} app first.`;
  return content === "" ? `${name} has no record.` : `${name} points to ${content}.`;
};
