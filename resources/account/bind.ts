/**
 * GitHub sign-in and account linking. GitHub redirects to the page `codeHostReturn`; its code is single use, and valid
 * only in the browser that requested it.
 */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { signInsPerMinute } from "../limits.ts";

/** A secret that the browser creates and keeps, so that a stolen code alone is useless. */
const browser = z.string().check(z.minLength(20), z.maxLength(128));
const code = z.string().check(z.minLength(1), z.maxLength(400));
const name = z.nullable(z.object({ name: z.string() }));

export const bind = defineCall("POST $auth/bind", {
  summary: "Starts a GitHub sign-in, or links a GitHub account to one of the caller's wallets.",
  can: "anyone",
  log: "OAUTH_LINK_CODE_HOST",
  fresh: "Let a GitHub account sign in to my Freehold account.",
  perMinute: signInsPerMinute,
  body: z.object({
    type: z.enum(["GITHUB"]),
    /** The caller's wallet to link; empty to sign in. */
    apply: z._default(z.string().check(z.maxLength(64)), ""),
    browser,
    /** Code of the account detected at sign-in: links it without another GitHub redirect. */
    code: z.optional(code),
  }),
  reply: z.object({
    /** GitHub URL to redirect to; empty once the account is linked. */
    applyR: z.string(),
    github: name,
  }),
});

export const vcode = defineCall("GET $auth/auth/vcode/{code}", {
  summary:
    "Completes a GitHub sign-in or link. Returns a one-time token for a linked account, or the newly linked account.",
  can: "anyone",
  log: "OAUTH_LINK_CODE_HOST",
  perMinute: signInsPerMinute,
  query: z.object({
    type: z._default(z.coerce.number(), 1),
    state: z.string().check(z.maxLength(400)),
    browser,
    /** Invite code, for sign-in. */
    inviteCode: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: z.object({
    /** For POST $auth/st/{stoken}; null when an account was linked. */
    stoken: z.nullable(z.string()),
    github: name,
  }),
});

export const flc = defineCall("GET $auth/flc", {
  summary: "Returns whether this browser detected a GitHub account that the caller can link.",
  can: "person",
  query: z.object({ code, browser }),
  reply: z.object({ res: z.boolean(), github: name }),
});

export const flcDone = defineCall("GET $auth/flc/done", {
  summary: "Dismisses the detected account, so that it is not offered again.",
  can: "person",
  query: z.object({ code, browser }),
  reply: z.null(),
});

export const unbind = defineCall("DELETE $auth/bind", {
  summary: "Unlinks the GitHub account. Projects from its repositories keep their sites but stop deploying.",
  can: "person",
  log: "OAUTH_UNLINK_CODE_HOST",
  reply: z.null(),
});

export const bindCalls = [bind, vcode, flc, flcDone, unbind];
