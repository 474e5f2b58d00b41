/** Names of new projects: unique in a team, optionally with the exact host name. */
import { randomInt } from "node:crypto";
import { projectNameMax } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { invalidField } from "../../app-error.ts";
import type { HostingContext } from "./deps.ts";
import { messages } from "./messages.ts";

export interface NameCheck {
  readonly available: boolean;
  readonly message?: string;
  readonly suggestion?: string;
}

const smallEndings = [2, 3, 4, 5, 6, 7, 8, 9];
const randomEndings = 3;
const randomEndingMax = 10_000;

/**
 * Checks whether a new project can have the name and its host name; if not, returns the reason and an available name.
 */
export const checkName = async (
  deps: Pick<HostingContext, "hostnames">,
  db: Db,
  teamId: string,
  name: string,
): Promise<NameCheck> => {
  const random = Array.from({ length: randomEndings }, () => randomInt(smallEndings.length + 2, randomEndingMax));
  const names = [name, ...[...smallEndings, ...random].map((ending) => withEnding(name, ending))];
  const free = await deps.hostnames.free(db, names);
  const own = await ownNames(db, teamId, names);
  if (free.has(name) && !own.has(name)) return { available: true };
  const suggestion = names.find((candidate) => free.has(candidate) && !own.has(candidate));
  const message = own.has(name) ? messages.nameTaken(name) : messages.addressTaken(name);
  return { available: false, message, ...(suggestion !== undefined && { suggestion }) };
};

/** Throws INVALID_INPUT with an available name. */
export const refuseName = async (deps: HostingContext, trx: Trx, teamId: string, name: string): Promise<never> => {
  const { message = messages.nameTaken(name), suggestion } = await checkName(deps, trx, teamId, name);
  const hint = suggestion === undefined ? "" : ` ${messages.nameFree(suggestion)}`;
  throw invalidField("name", message + hint);
};

/** Returns which of the names are used by projects of the team. */
export const ownNames = async (db: Db, teamId: string, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom("project")
    .select("name")
    .where("team_id", "=", teamId)
    .where("name", "in", names)
    .execute();
  return new Set(rows.map((row) => row.name));
};

const withEnding = (name: string, ending: number): string => {
  const tail = `-${ending}`;
  return name.slice(0, projectNameMax - tail.length).replace(/-+$/, "") + tail;
};
