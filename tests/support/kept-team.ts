import type { Team } from "../../resources/account/teams.ts";

/** A team in the list that the dashboard keeps. */
export const keptTeam = (teamId: string, type: Team["type"], token = teamId): Team => ({
  teamId,
  teamName: teamId,
  teamAvatar: "",
  type,
  status: "NORMAL",
  token,
  access: [],
  levels: {},
});
