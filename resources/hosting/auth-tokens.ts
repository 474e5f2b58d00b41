/** Tokens for `git push` and for deploying from a command line. */
import * as z from "zod/mini";
import { defineCall, defineResource } from "../define.ts";
import { date, id, optional, text } from "../fields.ts";
import { authTokenNameMax } from "../limits.ts";

export const authTokens = defineResource({
  name: "auth-tokens",
  title: "Auth Token",
  group: "Hosting",
  access: "HOSTING",
  menu: { section: "Hosting", icon: "key" },
  routes: { list: "/hosting/auth-tokens" },
  calls: {
    list: "GET $hosting/user/token/list",
    create: "POST $hosting/user/token/new",
    delete: "DELETE $hosting/user/token/{id}",
  },
  log: { create: "HOSTING_CREATE_TOKEN", delete: "HOSTING_DELETE_TOKEN" },
  replies: { create: z.object({ id: z.string(), token: z.string() }) },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: authTokenNameMax, hint: "Where you will use it, for example laptop." }),
    usedAt: optional(date("Last used")),
    createdAt: date("Created"),
  },
  list: {
    columns: ["name", "usedAt", "createdAt"],
    empty: {
      title: "No tokens yet",
      text: "Create one to push to the cloud's Git host or to deploy from a command line.",
    },
  },
  create: ["name"],
  reveal: "token",
  remove: { confirm: "Whatever uses this token stops working." },
});

export const whoAmI = defineCall("GET $hosting/user/token/self", {
  summary: "The team that a token opens, and the token's name: how a program finds out that it is signed in.",
  can: ["list", "projects"],
  reply: z.object({ teamId: z.string(), teamName: z.string(), tokenName: z.optional(z.string()) }),
});

export const authTokenCalls = [whoAmI];
