/** Parts of a project: its branch previews, and deploy hooks, URLs that deploy one branch when called. */
import * as z from "zod/mini";
import { defineCall, defineResource } from "../declare/define.ts";
import { code, date, form, id, link, optional, status, text, toggle } from "../declare/fields.ts";
import { deployHookNameMax, deployHooksPerProject } from "../limits.ts";
import { buildEventName } from "./events.ts";
import { productionStates, taskStates } from "./states.ts";

export const deployHooks = defineResource({
  name: "deploy-hooks",
  title: "Deploy hooks",
  intro: "Send a POST request to deploy a branch's latest commit, for example from a CMS or a schedule.",
  parent: "projects",
  permission: "projects",
  routes: {},
  base: "$hosting/project/{id}/hooks",
  calls: { delete: "DELETE $hosting/project/{id}/hooks/{hookId}" },
  log: { create: "HOSTING_CREATE_HOOK", delete: "HOSTING_DELETE_HOOK" },
  replies: { create: z.object({ id: z.string(), url: z.url() }) },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: deployHookNameMax, placeholder: "CMS" }),
    branch: code("Branch", { min: 1, max: 200 }),
    /** The last deployment it queued. */
    usedAt: optional({ ...date("Last used"), none: "Never" }),
    createdAt: date("Created"),
  },
  list: {
    columns: { name: {}, branch: {}, usedAt: {}, createdAt: {} },
    whole: true,
    limit: deployHooksPerProject,
    bulk: ["delete"],
    empty: { title: "No deploy hooks yet", text: "Create a deploy hook to deploy without a push.", icon: "link" },
  },
  create: { fields: ["name", "branch"], reveal: "url", lenient: true },
  remove: {
    several: "Their URLs stop working. This can't be undone.",
    confirm: "Its URL stops working. This can't be undone.",
  },
});

export const callDeployHook = defineCall("POST $hosting/hook/{secret}", {
  summary: "Deploys the latest commit of the hook's branch to the site or the branch preview.",
  can: "anyone",
  log: "HOSTING_RUN_HOOK",
  perMinute: 60,
  reply: z.object({ taskId: z.string() }),
});

export const previews = defineResource({
  name: "previews",
  title: "Branch previews",
  noun: "preview",
  intro: "Other branches, each deployed to a separate URL.",
  parent: "projects",
  permission: "projects",
  routes: {},
  base: "$hosting/project/{id}/previews",
  calls: { delete: "DELETE $hosting/project/{id}/previews/{previewId}" },
  log: { delete: "HOSTING_DELETE_PREVIEW" },
  fields: {
    id: id(),
    branch: text("Branch", { max: 4096 }),
    url: link("URL"),
    /** Whether its URL serves a deployment. */
    online: toggle("Online"),
    production: status("Preview", productionStates, { NONE: "Not deployed" }),
    /** Its newest deployment with its state. */
    taskId: optional(id("Deployment")),
    state: optional(status("Latest deployment", taskStates)),
    /** Whether its URL serves the newest deployment. */
    live: toggle("Live"),
    updatedAt: date("Deployed"),
  },
  list: {
    columns: {
      branch: {},
      url: {},
      production: { width: "140px" },
      state: { width: "168px" },
      updatedAt: { width: "168px" },
    },
    whole: true,
    live: buildEventName,
    bulk: ["delete"],
    empty: { title: "No previews yet", text: "", icon: "git" },
  },
  remove: {
    several: "The previews go offline and their URLs are released. The next push creates them again.",
    question: "Delete the preview of {branch}?",
    confirm: "The preview goes offline and its URL is released. The next push creates it again.",
  },
});

export const previewPassword = defineCall("GET $hosting/project/{id}/preview-password", {
  summary: "Returns whether the project's previews ask for a password.",
  can: ["show", "projects"],
  reply: z.object({ isSet: z.boolean() }),
});

export const setPreviewPassword = defineCall("PUT $hosting/project/{id}/preview-password", {
  summary:
    "Sets the password that the project's previews ask for. Visitors who entered an earlier one are asked again.",
  can: ["edit", "projects"],
  log: "HOSTING_SET_PREVIEW_PASSWORD",
  body: form({
    password: {
      ...text("Password", {
        min: 8,
        max: 200,
        hint: "Content stays reachable by its CID through IPFS gateways.",
      }),
      as: "secret",
    },
  }),
  reply: z.null(),
});

export const removePreviewPassword = defineCall("DELETE $hosting/project/{id}/preview-password", {
  summary: "Opens the project's previews to anyone with their addresses.",
  can: ["edit", "projects"],
  log: "HOSTING_REMOVE_PREVIEW_PASSWORD",
  reply: z.null(),
});

export const hookCalls = [callDeployHook, previewPassword, setPreviewPassword, removePreviewPassword];
