/** A deployment (task): one build of a project, with its log and the CID of what it published. */
import * as z from "zod/mini";
import { defineCall, defineResource } from "../define.ts";
import { bytes, choice, count, data, date, duration, id, link, optional, status, text } from "../fields.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";
import { platformLabels, platforms } from "./platforms.ts";
import { endedStates, taskStates } from "./states.ts";

export const logLine = z.object({
  /** Counts up from 1 within a deployment; a line is shown once by it. */
  seq: z.int(),
  /** Integer Unix seconds. */
  timestamp: z.int(),
  content: z.string(),
});
export type LogLine = z.output<typeof logLine>;

/** What a deployment was made with: of variables the names only. */
const usedSettings = z.object({
  framework: z.string(),
  nodeVersion: z.string(),
  rootDirectory: z.string(),
  installCommand: z.string(),
  buildCommand: z.string(),
  outputDirectory: z.string(),
  env: z.array(z.string()),
});

/** What asked for a deployment. */
const triggers = ["upload", "push", "redeploy", "person", "hook", "hash", "template", "cli"] as const;

/** What git and builds say may be long; the cloud cuts it well below this. */
const messageMax = 2000;
/** A branch's name is a path in the repository's folder. */
const refNameMax = 4096;

export const deployments = defineResource({
  name: "deployments",
  title: "Deployments",
  group: "Hosting",
  access: "HOSTING",
  parent: "projects",

  menu: { section: "Hosting", icon: "rocket" },

  routes: { list: "/hosting/deployments", show: "/hosting/build/{projName}/{id}/{taskId}" },
  titles: { show: "{projName} deployment" },
  calls: {
    list: "GET $hosting/project/task/list",
    show: "GET $hosting/project/task/object/{taskId}",
    delete: "DELETE $hosting/project/task/object/{taskId}",
  },
  log: { delete: "HOSTING_DELETE_DEPLOYMENT" },
  replies: {},

  fields: {
    taskId: id(),
    projectId: id("Project"),
    projectName: text("Project"),
    state: status("State", taskStates),
    /** 1 is next; absent once it runs. */
    queuePosition: optional(count("Queue position")),
    trigger: choice("Trigger", triggers, {
      upload: "Upload",
      push: "Git push",
      redeploy: "Redeploy",
      person: "Deploy",
      hook: "Deploy hook",
      hash: "Hash",
      template: "Template",
      cli: "Command line",
    }),
    target: choice("Target", ["production", "preview"], { production: "Production", preview: "Preview" }),
    platform: choice("Platform", platforms, platformLabels),
    /** Where the files are at a platform other than IPFS, and in that one's words. */
    platformUrl: optional(link("At the platform")),
    canister: optional(text("Canister")),
    greenfield: optional(data("Greenfield", z.object({ bucket: z.string(), object: z.string() }))),
    branch: optional(text("Branch", { max: refNameMax })),
    commit: optional(text("Commit")),
    message: optional(text("Message", { max: messageMax })),
    author: optional(text("Author")),
    cid: optional(text("CID")),
    /** The address of exactly this deployment's files. */
    domain: optional(text("Address")),
    fileCount: optional(count("Files")),
    sizeBytes: optional(bytes("Size")),
    /** Address of the branch's preview, once it shows this deployment. */
    previewUrl: optional(link("Preview")),
    /** Shown as the project's site, or as its branch's preview. */
    live: { label: "Live", as: "toggle", schema: z.boolean() },
    errorMessage: optional(text("Error", { max: messageMax })),
    createdAt: date("Created"),
    startedAt: optional(date("Started")),
    endedAt: optional(date("Ended")),
    durationSeconds: optional(duration("Duration")),
    /** Of one record, once a worker has taken it up. */
    settings: optional(data("Settings", usedSettings)),
    /** Of one record: the newest before it that succeeded, for the same branch preview or for the site. */
    previousTaskId: optional(id("Previous deployment")),
  },

  list: {
    columns: ["message", "state", "projectName", "branch", "durationSeconds", "createdAt"],
    link: "message",
    search: "message",
    filters: ["state", "target", "trigger"],
    live: "PROJECT_BUILD",
    empty: { title: "No deployments yet", text: "The first one appears here as soon as it is queued." },
  },
  /** Of one project, of one branch. */
  listQuery: z.object({ projectId: z.optional(z.string()), branch: z.optional(z.string()) }),
  remove: {
    confirm: "Its log is deleted, and its files once nothing else shows them. This cannot be undone.",
    when: [
      { field: "state", in: endedStates },
      { field: "live", in: ["false"] },
    ],
  },
  actions: {
    redeploy: {
      label: "Redeploy",
      call: "POST $hosting/project/{taskId}/redeploy",
      can: "edit",
      confirm: "The same source is built and published again.",
      done: "Redeploy queued",
      log: "HOSTING_REDEPLOY_PROJECT",
      when: [{ field: "state", in: endedStates }],
      reply: z.object({ taskId: z.string() }),
    },
    cancel: {
      label: "Cancel",
      call: "POST $hosting/project/{taskId}/cancel",
      can: "edit",
      confirm: "The build stops. The live site stays as it is.",
      back: "Keep it",
      done: "Deployment cancelled",
      log: "HOSTING_CANCEL_DEPLOYMENT",
      danger: true,
      when: [{ field: "state", in: ["queued", "pending", "running"] }],
    },
    rollback: {
      label: "Roll back",
      call: "PUT $hosting/project/task/rollback/{taskId}",
      can: "edit",
      confirm:
        "These files are shown again at once, without a build and at no cost. Deployments that are queued or running now will not replace them; the next new one will.",
      done: "Rolled back",
      log: "HOSTING_ROLL_BACK_PROJECT",
      when: [
        { field: "state", in: ["success"] },
        { field: "live", in: ["false"] },
        { field: "platform", in: ["IPFS", "GREENFIELD"] },
      ],
    },
  },
});

export const deploymentLog = defineCall("GET $hosting/project/task/{taskId}/log", {
  summary: "A deployment's log lines after `after`, oldest first, at most 5,000 a reply.",
  can: ["show", "deployments"],
  query: z.object({ after: z._default(z.coerce.number(), 0) }),
  reply: z.object({ items: z.array(logLine), more: z.boolean() }),
});

export const deploymentsOfProject = defineCall("GET $hosting/project/task/{projectId}/list", {
  summary: "A project's deployments, newest first.",
  can: ["list", "deployments"],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pageSizeDefault),
  }),
  reply: z.object({ items: z.array(deployments.schema), total: z.int() }),
});

const settingChange = z.object({ name: z.string(), before: z.string(), after: z.string() });
const fileChange = z.object({
  path: z.string(),
  change: z.enum(["added", "changed", "removed"]),
  /** CIDs; absent on the side where the file is not. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  /** Bytes, of `after` where there is one. */
  sizeBytes: z.int(),
});
export type FileChange = z.output<typeof fileChange>;

export const deploymentDiff = defineCall("GET $hosting/project/task/{taskId}/diff/{otherTaskId}", {
  summary:
    "What changed from one deployment of a project (`otherTaskId`) to another: commit, settings, variables, files.",
  can: ["show", "deployments"],
  reply: z.object({
    before: deployments.schema,
    after: deployments.schema,
    settings: z.array(settingChange),
    /** Names only: values are never told. */
    env: z.array(z.object({ name: z.string(), change: z.enum(["added", "changed", "removed"]) })),
    files: z.array(fileChange),
    counts: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
    /** More files differ than are listed. */
    more: z.boolean(),
  }),
});

const outputEntry = z.object({
  hash: z.string(),
  name: z.string(),
  type: z.enum(["file", "directory"]),
  /** Bytes. */
  size: z.int(),
});
export type OutputEntry = z.output<typeof outputEntry>;

export const deploymentOutput = defineCall("GET $hosting/artifact/deployment/{taskId}/output", {
  summary:
    "Files of one folder of what a deployment published, named by its path or by its CID; of the root without both.",
  can: ["show", "deployments"],
  query: z.object({ path: z._default(z.string(), ""), cid: z.optional(z.string()) }),
  reply: z.object({ items: z.array(outputEntry) }),
});

export const deploymentFile = defineCall("GET $hosting/artifact/deployment/{taskId}/file", {
  summary: "Text of a published file; over 512 KiB, or where it is no text, only the link to it.",
  can: ["show", "deployments"],
  query: z.object({ path: z.string() }),
  reply: z.object({ hash: z.string(), size: z.int(), link: z.string(), text: z.nullable(z.string()) }),
});

export const deploymentCalls = [deploymentLog, deploymentsOfProject, deploymentDiff, deploymentOutput, deploymentFile];
