/** The name of a team, which follows its owner's until the team gets another. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { form } from "../../declare/fields.ts";
import { optionalName } from "../profile.ts";

export const teamName = defineCall("GET $auth/team/name", {
  summary: "Returns the team's name; empty while it follows the owner's name.",
  can: ["show", "team-settings"],
  reply: z.object({ name: z.string() }),
});

export const editTeamName = defineCall("PUT $auth/team/name", {
  summary: "Names the team. An empty name follows the owner's name again.",
  can: ["edit", "team-settings"],
  log: "OAUTH_RENAME_TEAM",
  reads: "GET $auth/team/name",
  perMinute: 30,
  body: form({
    name: {
      label: "Team name",
      as: "text",
      hint: "Shown in the team menu, on the overview and in invitations. Leave blank to use the owner's name.",
      schema: optionalName,
    },
  }),
  reply: z.null(),
});

export const teamNameCalls = [teamName, editTeamName];
