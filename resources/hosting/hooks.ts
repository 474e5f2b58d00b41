/** Deploy hooks: a URL that deploys one branch when called, for content systems and timers. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { form, text } from "../fields.ts";
import { deployHookNameMax } from "../limits.ts";
import { productionStates, taskStates } from "./states.ts";

export const deployHook = z.object({
  id: z.string(),
  name: z.string(),
  branch: z.string(),
  /** Unix seconds of the last deployment it queued. */
  usedAt: z.optional(z.int()),
  createdAt: z.int(),
});
export type DeployHook = z.output<typeof deployHook>;

export const deployHooks = defineCall("GET $hosting/project/{id}/hooks", {
  summary: "Lists a project's deploy hooks.",
  can: ["show", "projects"],
  reply: z.object({ items: z.array(deployHook) }),
});

export const createDeployHook = defineCall("POST $hosting/project/{id}/hooks", {
  summary: "Creates a deploy hook. The URL is only in this response.",
  can: ["edit", "projects"],
  log: "HOSTING_CREATE_HOOK",
  body: form({
    name: text("Name", { min: 1, max: deployHookNameMax, placeholder: "CMS" }),
    branch: text("Branch", { min: 1, max: 200 }),
  }),
  reply: z.object({ id: z.string(), url: z.url() }),
});

export const deleteDeployHook = defineCall("DELETE $hosting/project/{id}/hooks/{hookId}", {
  summary: "Deletes a deploy hook. Its URL stops working.",
  can: ["edit", "projects"],
  log: "HOSTING_DELETE_HOOK",
  reply: z.null(),
});

export const callDeployHook = defineCall("POST $hosting/hook/{secret}", {
  summary: "Deploys the latest commit of the hook's branch to the site or the branch preview.",
  can: "anyone",
  log: "HOSTING_RUN_HOOK",
  perMinute: 60,
  reply: z.object({ taskId: z.string() }),
});

const preview = z.object({
  id: z.string(),
  branch: z.string(),
  url: z.url(),
  /** Whether its URL serves a deployment. */
  online: z.boolean(),
  production: z.enum(productionStates),
  /** Its newest deployment with its state. */
  taskId: z.optional(z.string()),
  state: z.optional(z.enum(taskStates)),
  /** Whether its URL serves the newest deployment. */
  live: z.boolean(),
  /** Time of the last deployment. */
  updatedAt: z.int(),
});
export type Preview = z.output<typeof preview>;

export const previews = defineCall("GET $hosting/project/{id}/previews", {
  summary: "Lists a project's branch previews, last deployed first.",
  can: ["show", "projects"],
  reply: z.object({ items: z.array(preview) }),
});

export const deletePreview = defineCall("DELETE $hosting/project/{id}/previews/{previewId}", {
  summary: "Takes a branch preview offline and releases its host name. The next push creates it again.",
  can: ["edit", "projects"],
  log: "HOSTING_DELETE_PREVIEW",
  reply: z.null(),
});

export const hookCalls = [deployHooks, createDeployHook, deleteDeployHook, callDeployHook, previews, deletePreview];
