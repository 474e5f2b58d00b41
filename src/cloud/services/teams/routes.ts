import { teams as listTeams } from "../../../../resources/account/teams.ts";
import { route, type Route } from "../route.ts";
import { pictureOf } from "../picture.ts";
import type { Teams } from "./service.ts";

/** Issues a token by which the session behind a request acts for a team. */
export type TeamTokens = (request: {
  readonly authorization: string | undefined;
  readonly teamId: string;
  readonly tokenVersion: number;
}) => Promise<string>;

/** GET $auth/cooperation/teams. */
export const teamRoutes = (teams: Teams, issueTeamToken: TeamTokens): Route[] => [
  route(listTeams, async ({ caller, db, headers }) => {
    const memberships = await teams.membershipsOf(db, caller.userId);
    const items = memberships.map(
      async ({ teamId, teamName, type, status, access, levels, tokenVersion, avatarId }) => ({
        teamId,
        teamName,
        teamAvatar: pictureOf(avatarId, teamId),
        type,
        status,
        access: [...access],
        levels: levels ?? {},
        token: await issueTeamToken({ authorization: headers.authorization, teamId, tokenVersion }),
      }),
    );
    return { items: await Promise.all(items) };
  }),
];
