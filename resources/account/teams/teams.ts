/** The user's teams: their own (INDIVIDUAL) and those joined (COLLABORATION). */
import * as z from "zod/mini";
import { accessCodes } from "../../declare/access.ts";
import { defineCall } from "../../declare/define.ts";
import { levels } from "./levels.ts";

export const team = z.object({
  teamId: z.string(),
  teamName: z.string(),
  teamAvatar: z.string(),
  type: z.enum(["INDIVIDUAL", "COLLABORATION"]),
  status: z.enum(["NORMAL", "DISABLED"]),
  /** Access token for this team. */
  token: z.string(),
  access: z.array(z.enum(accessCodes)),
  levels: z._default(levels, {}),
});
export type Team = z.output<typeof team>;

export const teams = defineCall("GET $auth/cooperation/teams", {
  summary: "Lists the user's teams, each with a team token.",
  can: "person",
  reply: z.object({ items: z.array(team) }),
});

export const teamCalls = [teams];
