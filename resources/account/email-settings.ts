/** The user's email preferences. Emails go to the confirmed address only. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const emailKinds = ["deploymentFailed", "deploymentSucceeded", "memberChanges", "allowanceLow"] as const;
export type EmailKind = (typeof emailKinds)[number];

export const emailLabels: Readonly<Record<EmailKind, { readonly label: string; readonly hint: string }>> = {
  deploymentFailed: {
    label: "A deployment failed",
    hint: "In every team where you can view hosting. Includes the reason and a link to the log.",
  },
  deploymentSucceeded: { label: "A deployment succeeded", hint: "In the same teams. Busy projects send many." },
  memberChanges: { label: "A member joined or left", hint: "For the teams you own." },
  allowanceLow: { label: "An allowance runs low", hint: "For the teams you own, based on their balance alert." },
};

/** Default preferences. */
export const emailsDefault = {
  deploymentFailed: true,
  deploymentSucceeded: false,
  memberChanges: true,
  allowanceLow: true,
} as const satisfies Record<EmailKind, boolean>;

const letters = z.object({
  deploymentFailed: z.boolean(),
  deploymentSucceeded: z.boolean(),
  memberChanges: z.boolean(),
  allowanceLow: z.boolean(),
});
export type EmailSettings = z.output<typeof letters>;

export const userSettings = defineCall("GET $auth/user/settings", {
  summary: "Returns the user's email preferences.",
  can: "person",
  reply: z.object({ letters }),
});

export const editUserSettings = defineCall("PUT $auth/user/settings", {
  summary: "Sets the user's email preferences.",
  can: "person",
  log: "OAUTH_EDIT_SETTINGS",
  body: z.object({ letters }),
  reply: z.object({ letters }),
});

export const userSettingsCalls = [userSettings, editUserSettings];
