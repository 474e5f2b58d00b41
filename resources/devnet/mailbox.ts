/** The caller's own emails on a development instance, shown at /dev/mailbox. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

/** `kept`: no mail server is configured, so the email is only stored here. */
const emailStates = ["waiting", "sent", "failed", "kept"] as const;
export type EmailState = (typeof emailStates)[number];

const emailHeader = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(emailStates),
  createdAt: z.int(),
});
export type EmailHeader = z.output<typeof emailHeader>;

export const mailbox = defineCall("GET $auth/dev/mailbox", {
  summary:
    "Lists the latest hundred emails to the caller's confirmed address and to addresses the caller entered, newest first.",
  can: "person",
  development: true,
  reply: z.object({
    /** Whether emails are also sent through a mail server. */
    leaves: z.boolean(),
    items: z.array(emailHeader),
  }),
});

export const letter = defineCall("GET $auth/dev/mailbox/{id}", {
  summary: "Returns one of the caller's emails, with its text.",
  can: "person",
  development: true,
  reply: z.extend(emailHeader, { text: z.string(), problem: z.string() }),
});

export const mailboxCalls = [mailbox, letter];
