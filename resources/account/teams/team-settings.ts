/** Team-wide settings: balance alert and webhook. For the owner and members with full access. */
import { defineResource } from "../../declare/define.ts";

export const teamSettings = defineResource({
  name: "team-settings",
  title: "Team settings",
  group: "Account",
  routes: {},
  /** Separate calls: see balance-alert.ts and webhook.ts. */
  fields: {},
});
