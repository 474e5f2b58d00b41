/** The user's email address, confirmed by an emailed code. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { code, form } from "../declare/fields.ts";
import { emailMax } from "../limits.ts";
import { messages } from "../declare/messages.ts";
import { emailPattern } from "../declare/patterns.ts";

/** Accepts only addresses that need no quoting. */
const mailboxPattern = /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u;
const invalid = messages.emailInvalid;

/** An email address, trimmed and lowercase. */
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
  /** When the code expires. */
  expiresAt: z.int(),
  /** When another email can be requested. */
  resendAt: z.int(),
});
export type PendingEmail = z.output<typeof pending>;

export const emailState = defineCall("GET $auth/user/email", {
  summary: "Returns the confirmed address and the address that awaits confirmation.",
  can: "person",
  reply: z.object({
    email: z.nullable(z.string()),
    pending: z.nullable(pending),
    /** How emails are sent. `outbox`: not sent, but readable on this instance; `none`: email is unavailable. */
    mail: z.enum(["smtp", "outbox", "none"]),
  }),
});

export const setEmail = defineCall("PUT $auth/user/email", {
  summary: "Sends a confirmation code to an address. The current address stays in use until the new one is confirmed.",
  can: "person",
  log: "OAUTH_SET_EMAIL",
  perMinute: 60,
  body: form({
    email: {
      label: "Email address",
      as: "email",
      hint: "We'll send you a confirmation code.",
      placeholder: "you@example.com",
      schema: emailAddress,
    },
  }),
  reply: pending,
});

export const verifyEmail = defineCall("POST $auth/user/email/verify", {
  summary: "Confirms the address with the six-digit code from the email.",
  can: "person",
  log: "OAUTH_VERIFY_EMAIL",
  perMinute: 60,
  body: form({ code: code("Code", { pattern: { expression: /^\d{6}$/, message: "The code has six digits." } }) }),
  reply: z.object({ email: z.string() }),
});

export const cancelEmail = defineCall("DELETE $auth/user/email/pending", {
  summary: "Cancels the pending address. The confirmed address stays.",
  can: "person",
  log: false,
  reply: z.null(),
});

export const removeEmail = defineCall("DELETE $auth/user/email", {
  summary: "Removes the address, confirmed or not.",
  can: "person",
  log: "OAUTH_SET_EMAIL",
  reply: z.null(),
});

export const emailCalls = [emailState, setEmail, verifyEmail, cancelEmail, removeEmail];
