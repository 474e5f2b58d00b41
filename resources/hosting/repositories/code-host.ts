/** Linking a GitHub account through an OAuth app to deploy its repositories, and GitHub's push events. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { code, form } from "../../declare/fields.ts";
import { repository } from "./repositories.ts";

export const codeHostAccount = defineCall("GET $hosting/code-host", {
  summary: "Returns whether GitHub is configured, and the user's linked account.",
  can: ["create", "projects"],
  reply: z.object({
    configured: z.boolean(),
    linked: z.boolean(),
    login: z.string(),
    /** Whether GitHub can send push events to this server. */
    hearsPushes: z.boolean(),
  }),
});

export const linkCodeHost = defineCall("POST $hosting/code-host/link", {
  summary: "Starts linking a GitHub account. Returns the authorization URL.",
  can: ["create", "projects"],
  log: false,
  fresh: "Allow my GitHub account to sign in to Freehold.",
  perMinute: 30,
  body: z.object({
    returnTo: z._default(z.string().check(z.regex(/^\/(?![/\\])/), z.maxLength(2000)), "/hosting/new"),
  }),
  reply: z.object({ url: z.url() }),
});

export const finishCodeHostLink = defineCall("POST $hosting/code-host/link/done", {
  summary: "Completes linking with the code and state from GitHub.",
  can: ["create", "projects"],
  log: "OAUTH_LINK_CODE_HOST",
  body: z.object({ code: z.string().check(z.maxLength(2000)), state: z.string().check(z.maxLength(2000)) }),
  reply: z.object({ login: z.string(), returnTo: z.string() }),
});

export const unlinkCodeHost = defineCall("DELETE $hosting/code-host", {
  summary: "Unlinks the GitHub account. Sites stay online, but its repositories no longer deploy.",
  can: ["create", "projects"],
  log: "OAUTH_UNLINK_CODE_HOST",
  reply: z.null(),
});

export const importRepository = defineCall("POST $hosting/repo/import", {
  summary: "Adds a public Git repository by its HTTP(S) URL.",
  can: ["create", "projects"],
  log: "HOSTING_IMPORT_REPOSITORY",
  perMinute: 30,
  body: form({
    url: code("Repository URL", {
      min: 1,
      max: 2000,
      required: "Enter a repository URL.",
      placeholder: "https://example.com/team/site.git",
      hint: "Read-only. Pushes don't trigger deployments; select Deploy to build the latest commit.",
    }),
  }),
  reply: repository,
});

export const repositoryTree = defineCall("GET $hosting/repo/{id}/dir", {
  summary: "Lists the subfolders of a folder in a branch, for choosing the root directory.",
  can: ["create", "projects"],
  query: z.object({ branch: z.optional(z.string()), path: z._default(z.string(), "") }),
  reply: z.object({ folders: z.array(z.string()) }),
});

export const gitHubPush = defineCall("POST $hosting/code-host/github/push", {
  summary: "Receives push events from GitHub. The body's signature authenticates the call.",
  can: "anyone",
  // The deployments that the push queues are logged.
  log: false,
  stream: true,
  query: z.object({ repository: z._default(z.string(), "") }),
  reply: z.object({ heard: z.boolean() }),
});

export const codeHostCalls = [
  codeHostAccount,
  linkCodeHost,
  finishCodeHostLink,
  unlinkCodeHost,
  importRepository,
  repositoryTree,
  gitHubPush,
];
