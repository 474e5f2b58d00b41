/** Tokens for `git push` and command-line deployments. */
import * as z from "zod/mini";
import { defineCall, defineResource } from "../declare/define.ts";
import { tokenList, tokenResource } from "../declare/token-resource.ts";

export const authTokens = defineResource({
  name: "auth-tokens",
  title: "Auth tokens",
  intro: "Tokens for Git, the command line and CI.",
  group: "Hosting",
  access: "HOSTING",
  menu: { section: "Hosting", icon: "key" },
  routes: { list: "/hosting/auth-tokens" },
  findBy: "name",
  ...tokenResource("$hosting", "Where you use it, for example laptop."),
  log: { create: "HOSTING_CREATE_TOKEN", delete: "HOSTING_DELETE_TOKEN" },
  list: {
    ...tokenList,
    empty: {
      title: "No tokens yet",
      text: "Create a token to push with Git or deploy from the command line.",
    },
  },
  remove: {
    several: "Scripts and Git clients that use these tokens lose access.",
    confirm: "Scripts and Git clients that use this token lose access.",
  },
});

export const whoAmI = defineCall("GET $hosting/user/token/self", {
  summary: "Returns the token's team and name. Use it to check a token.",
  can: ["list", "projects"],
  reply: z.object({ teamId: z.string(), teamName: z.string(), tokenName: z.optional(z.string()) }),
});

export const authTokenCalls = [whoAmI];
