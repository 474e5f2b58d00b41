import type { Team } from "../../../resources/account/teams/teams.ts";

/** Returns a team as stored in the dashboard's list. */
export const storedTeam = (teamId: string, type: Team["type"], token = teamId): Team => ({
  teamId,
  teamName: teamId,
  teamAvatar: "",
  type,
  status: "NORMAL",
  token,
  access: [],
  levels: {},
});
