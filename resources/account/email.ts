/** The e-mail address of a person: named, then confirmed by a code that a letter brings. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { emailMax } from "../limits.ts";
import { messages } from "../messages.ts";
import { emailPattern } from "../patterns.ts";

/** What a letter is sent to: of the addresses that the pattern allows those that need no quotes, and that are one. */
const mailboxPattern = /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u;
const invalid = messages.emailInvalid;

/** An e-mail address, trimmed, in lower case. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(emailMax, invalid),
    z.regex(emailPattern, invalid),
    z.regex(mailboxPattern, invalid),
  );

const pending = z.object({
  email: z.string(),
  /** Until then the code is taken. */
  expiresAt: z.int(),
  /** From then on another letter can be asked for. */
  resendAt: z.int(),
});
export type PendingEmail = z.output<typeof pending>;

export const emailState = defineCall("GET $auth/user/email", {
  summary: "The person's confirmed address, and the one that waits for its code.",
  can: "person",
  reply: z.object({
    email: z.nullable(z.string()),
    pending: z.nullable(pending),
    /** How letters leave this cloud; `outbox`: not at all, they are read on this machine; `none`: there is no mail. */
    mail: z.enum(["smtp", "outbox", "none"]),
  }),
});

export const setEmail = defineCall("PUT $auth/user/email", {
  summary: "Sends a code to an address. The address counts once the code is confirmed; until then the old one does.",
  can: "person",
  log: "OAUTH_SET_EMAIL",
  perMinute: 60,
  body: z.object({ email: emailAddress }),
  reply: pending,
});

export const verifyEmail = defineCall("POST $auth/user/email/verify", {
  summary: "Confirms the address with the six digits of the letter.",
  can: "person",
  log: "OAUTH_VERIFY_EMAIL",
  perMinute: 60,
  body: z.object({ code: z.string().check(z.trim(), z.regex(/^\d{6}$/, "The code has six digits.")) }),
  reply: z.object({ email: z.string() }),
});

export const cancelEmail = defineCall("DELETE $auth/user/email/pending", {
  summary: "Gives up the address that waits for its code; the confirmed one stays.",
  can: "person",
  log: false,
  reply: z.null(),
});

export const removeEmail = defineCall("DELETE $auth/user/email", {
  summary: "Forgets the person's address, confirmed or not.",
  can: "person",
  log: "OAUTH_SET_EMAIL",
  reply: z.null(),
});

export const emailCalls = [emailState, setEmail, verifyEmail, cancelEmail, removeEmail];
