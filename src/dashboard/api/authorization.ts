import { baseName, type Alias } from "../../../resources/aliases.ts";
import type { Session } from "./session/session.ts";

/** Calls that always act for the user, whatever team is chosen. */
const personalPaths = ["/user/activity/action/logs", "/cooperation/teams"];
const bearerServices: readonly string[] = ["auth", "rpc"];

/**
 * The Authorization header of a call: the team's token in place of the personal one, but for the auth service and the
 * personal paths; with the word Bearer for auth and rpc, bare for the others.
 */
export const authorizationFor = (
  { token, team }: Pick<Session, "token" | "team">,
  alias: Alias,
  path: string,
): string | undefined => {
  const chosen = isPersonal(alias, path) ? token : (team?.token ?? token);
  return chosen && bearerServices.includes(baseName(alias)) ? `Bearer ${chosen}` : chosen;
};

export const isPersonal = (alias: Alias, path: string): boolean =>
  baseName(alias) === "auth" || personalPaths.includes(path);

/** The auth service is called with the personal token; which joined team it is to act for stands in the query. */
export const teamFor = ({ team }: Pick<Session, "team">, alias: Alias): { teamId?: string } =>
  baseName(alias) === "auth" && team?.type === "COLLABORATION" ? { teamId: team.teamId } : {};
