import { baseName, type Alias } from "../../../resources/declare/aliases.ts";
import type { Session } from "./session/session.ts";

/** Calls that always act for the user, regardless of the selected team. */
const personalPaths = ["/user/activity/action/logs", "/cooperation/teams"];
const bearerServices: readonly string[] = ["auth", "rpc"];

/**
 * Returns a call's Authorization header: the team's token instead of the personal one, except for the auth service and
 * the personal paths; with "Bearer" for auth and rpc, without it for the others.
 */
export const authorizationFor = (
  { token, team }: Pick<Session, "token" | "team">,
  alias: Alias,
  path: string,
): string | undefined => {
  const selected = isPersonal(alias, path) ? token : (team?.token ?? token);
  return selected && bearerServices.includes(baseName(alias)) ? `Bearer ${selected}` : selected;
};

export const isPersonal = (alias: Alias, path: string): boolean =>
  baseName(alias) === "auth" || personalPaths.includes(path);

/** Returns the joined team to name in the query: the auth service is called with the personal token. */
export const teamFor = ({ team }: Pick<Session, "team">, alias: Alias): { teamId?: string } =>
  baseName(alias) === "auth" && team?.type === "COLLABORATION" ? { teamId: team.teamId } : {};
