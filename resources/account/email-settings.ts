/** The user's email preferences. Emails go to the confirmed address only. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { form, toggle } from "../declare/fields.ts";

export const emailFields = {
  deploymentFailed: toggle(
    "A deployment failed",
    "In every team where you can view hosting. Includes the reason and a link to the log.",
  ),
  deploymentSucceeded: toggle("A deployment succeeded", "In the same teams. Busy projects send many."),
  memberChanges: toggle("A member joined or left", "For the teams you own."),
  allowanceLow: toggle("An allowance runs low", "For the teams you own, based on their alert for low allowances."),
  serviceAlerts: toggle("An RPC or storage alert fired", "For the teams you own, based on their alerts."),
};
export type EmailKind = keyof typeof emailFields;

/** Default preferences. */
export const emailsDefault = {
  deploymentFailed: true,
  deploymentSucceeded: false,
  memberChanges: true,
  allowanceLow: true,
  serviceAlerts: true,
} as const satisfies Record<EmailKind, boolean>;

const letters = form(emailFields);
export type EmailSettings = z.output<typeof letters>;

export const userSettings = defineCall("GET $auth/user/settings", {
  summary: "Returns the user's email preferences.",
  can: "person",
  reply: z.object({ letters }),
});

export const editUserSettings = defineCall("PUT $auth/user/settings", {
  reads: "GET $auth/user/settings",
  summary: "Sets the user's email preferences.",
  can: "person",
  log: "OAUTH_EDIT_SETTINGS",
  body: z.object({ letters }),
  reply: z.object({ letters }),
});

export const userSettingsCalls = [userSettings, editUserSettings];
