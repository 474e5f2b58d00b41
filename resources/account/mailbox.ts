/** The letters of a cloud on one machine, which sends none: to be read at /dev/mailbox. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

/** `kept`: there is no mail server, so it stays here. */
const letterStates = ["waiting", "sent", "failed", "kept"] as const;
export type LetterState = (typeof letterStates)[number];

const letterHead = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(letterStates),
  createdAt: z.int(),
});
export type LetterHead = z.output<typeof letterHead>;

export const mailbox = defineCall("GET $auth/dev/mailbox", {
  summary: "The newest hundred letters of a cloud on one machine, newest first.",
  can: "person",
  development: true,
  reply: z.object({
    /** Whether they also leave by a mail server. */
    leaves: z.boolean(),
    items: z.array(letterHead),
  }),
});

export const letter = defineCall("GET $auth/dev/mailbox/{id}", {
  summary: "One letter, with its text.",
  can: "person",
  development: true,
  reply: z.extend(letterHead, { text: z.string(), problem: z.string() }),
});

export const mailboxCalls = [mailbox, letter];
