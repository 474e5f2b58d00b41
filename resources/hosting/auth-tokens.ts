/** Tokens for `git push` and for deploying from a command line. */
import * as z from "zod/mini";
import { defineCall, defineResource } from "../define.ts";
import { tokenColumns, tokenParts } from "../token-parts.ts";

export const authTokens = defineResource({
  name: "auth-tokens",
  title: "Auth Token",
  group: "Hosting",
  access: "HOSTING",
  menu: { section: "Hosting", icon: "key" },
  routes: { list: "/hosting/auth-tokens" },
  ...tokenParts("$hosting", "Where you will use it, for example laptop."),
  log: { create: "HOSTING_CREATE_TOKEN", delete: "HOSTING_DELETE_TOKEN" },
  list: {
    columns: tokenColumns,
    empty: {
      title: "No tokens yet",
      text: "Create one to push to the cloud's Git host or to deploy from a command line.",
    },
  },
  remove: { confirm: "Whatever uses this token stops working." },
});

export const whoAmI = defineCall("GET $hosting/user/token/self", {
  summary: "The team that a token opens, and the token's name: how a program finds out that it is signed in.",
  can: ["list", "projects"],
  reply: z.object({ teamId: z.string(), teamName: z.string(), tokenName: z.optional(z.string()) }),
});

export const authTokenCalls = [whoAmI];
