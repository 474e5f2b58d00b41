/**
 * Signing in with a code-hosting account that is linked to a wallet, and linking one. GitHub sends people back to the page
 * `codeHostReturn`; what it says there is good once, and only in the browser that asked.
 */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { signInsPerMinute } from "../limits.ts";

/** Made by the browser that asks, kept there: who gets hold of a code alone can do nothing with it. */
const browser = z.string().check(z.minLength(20), z.maxLength(128));
const code = z.string().check(z.minLength(1), z.maxLength(400));
const name = z.nullable(z.object({ name: z.string() }));

export const bind = defineCall("POST $auth/bind", {
  summary: "Begins signing in with GitHub, or links an account of GitHub to a wallet of the caller.",
  can: "anyone",
  log: "OAUTH_LINK_CODE_HOST",
  perMinute: signInsPerMinute,
  body: z.object({
    type: z.enum(["GITHUB"]),
    /** A wallet of the caller, to link the account to; empty to sign in with it. */
    apply: z._default(z.string().check(z.maxLength(64)), ""),
    browser,
    /** Of the account that was detected at a sign-in: it is linked without going to GitHub again. */
    code: z.optional(code),
  }),
  reply: z.object({
    /** Address at GitHub to go to; empty once the account is linked. */
    applyR: z.string(),
    github: name,
  }),
});

export const vcode = defineCall("GET $auth/auth/vcode/{code}", {
  summary: "Takes what GitHub sent back: a one-time token for a linked account, or the account just linked.",
  can: "anyone",
  log: "OAUTH_LINK_CODE_HOST",
  perMinute: signInsPerMinute,
  query: z.object({
    type: z._default(z.coerce.number(), 1),
    state: z.string().check(z.maxLength(400)),
    browser,
    /** Of an invite link, for signing in. */
    inviteCode: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: z.object({
    /** For POST $auth/st/{stoken}; null when an account was linked. */
    stoken: z.nullable(z.string()),
    github: name,
  }),
});

export const flc = defineCall("GET $auth/flc", {
  summary: "Whether an account of GitHub was detected in this browser that the caller may link.",
  can: "person",
  query: z.object({ code, browser }),
  reply: z.object({ res: z.boolean(), github: name }),
});

export const flcDone = defineCall("GET $auth/flc/done", {
  summary: "Forgets the detected account: it is not offered again.",
  can: "person",
  query: z.object({ code, browser }),
  reply: z.null(),
});

export const unbind = defineCall("DELETE $auth/bind", {
  summary: "Unlinks the account of GitHub. Projects from its repositories keep their sites and stop deploying.",
  can: "person",
  log: "OAUTH_UNLINK_CODE_HOST",
  reply: z.null(),
});

export const bindCalls = [bind, vcode, flc, flcDone, unbind];
