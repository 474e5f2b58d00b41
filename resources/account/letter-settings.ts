/** Which letters a person wants. They go to the confirmed e-mail address; without one there are none. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const letterKinds = ["deploymentFailed", "deploymentSucceeded", "memberChanges", "allowanceLow"] as const;
export type LetterKind = (typeof letterKinds)[number];

export const letterLabels: Readonly<Record<LetterKind, { readonly label: string; readonly hint: string }>> = {
  deploymentFailed: {
    label: "A deployment failed",
    hint: "In every team whose hosting you see: the reason, and a link to its log.",
  },
  deploymentSucceeded: { label: "A deployment succeeded", hint: "The same teams. A busy project sends many." },
  memberChanges: { label: "Somebody joined or left", hint: "For the teams you own." },
  allowanceLow: { label: "An allowance runs low", hint: "For the teams you own, by the balance alert below." },
};

/** Until a person has chosen. */
export const lettersDefault = {
  deploymentFailed: true,
  deploymentSucceeded: false,
  memberChanges: true,
  allowanceLow: true,
} as const satisfies Record<LetterKind, boolean>;

const letters = z.object({
  deploymentFailed: z.boolean(),
  deploymentSucceeded: z.boolean(),
  memberChanges: z.boolean(),
  allowanceLow: z.boolean(),
});
export type Letters = z.output<typeof letters>;

export const userSettings = defineCall("GET $auth/user/settings", {
  summary: "Which letters the person wants.",
  can: "person",
  reply: z.object({ letters }),
});

export const editUserSettings = defineCall("PUT $auth/user/settings", {
  summary: "Says which letters the person wants.",
  can: "person",
  log: "OAUTH_EDIT_SETTINGS",
  body: z.object({ letters }),
  reply: z.object({ letters }),
});

export const userSettingsCalls = [userSettings, editUserSettings];
