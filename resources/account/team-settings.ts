/** What a team has as a whole: its balance alert and its webhook. For its owner and members with full access. */
import { defineResource } from "../define.ts";

export const teamSettings = defineResource({
  name: "team-settings",
  title: "Team settings",
  group: "Account",
  routes: {},
  /** They are calls of their own: see balance-alert.ts and webhook.ts. */
  calls: {},
  fields: {},
});
