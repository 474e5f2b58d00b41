/** A deployment (task): one build of a project, with its log and the CID of its output. */
import * as z from "zod/mini";
import { defineResource } from "../declare/define.ts";
import {
  bytes,
  choice,
  count,
  data,
  date,
  duration,
  id,
  link,
  optional,
  status,
  text,
  toggle,
} from "../declare/fields.ts";
import { ref } from "../declare/special-fields.ts";
import { platformLabels, platforms } from "./platforms.ts";
import { endedStates, taskStates } from "./states.ts";

const names = z.array(z.string());

/** Settings of a deployment; names of variables only. */
const usedSettings = z.object({
  framework: z.string(),
  nodeVersion: z.string(),
  rootDirectory: z.string(),
  installCommand: z.string(),
  buildCommand: z.string(),
  outputDirectory: z.string(),
  env: names,
});

/** Origin of a deployment. */
const triggers = ["upload", "push", "redeploy", "person", "hook", "hash", "ipns", "template", "cli"] as const;

/** Messages of Git and builds can be long; the server truncates them well below this. */
const messageMax = 2000;
/** A branch name is a path in the repository's folder. */
const refNameMax = 4096;

export const deployments = defineResource({
  name: "deployments",
  title: "Deployments",
  intro: "Deployments of all projects, newest first.",
  group: "Hosting",
  access: "HOSTING",
  parent: "projects",

  menu: { section: "Hosting", icon: "rocket" },

  routes: { list: "/hosting/deployments", show: "/hosting/build/{projName}/{id}/{taskId}" },
  titles: { show: "Deployment of {projName}" },
  base: "$hosting/project/task/object",
  key: "taskId",
  calls: { list: "GET $hosting/project/task/list" },
  log: { delete: "HOSTING_DELETE_DEPLOYMENT" },
  replies: {},

  fields: {
    taskId: id(),
    projectId: id("Project"),
    projectName: text("Project"),
    state: status("State", taskStates),
    /** 1 is next; absent once it runs. */
    queuePosition: optional(count("Queue position")),
    /** Tags of the project that no running worker offers together; absent otherwise. */
    missingTags: optional(data("Tags", names)),
    trigger: choice("Trigger", triggers, {
      upload: "Upload",
      push: "Git push",
      redeploy: "Redeploy",
      person: "Deploy",
      hook: "Deploy hook",
      hash: "IPFS content",
      ipns: "IPNS name",
      template: "Template",
      cli: "Command line",
    }),
    /** Whether it runs commands in the build sandbox; otherwise its files are published as they are. */
    builds: toggle("Build"),
    target: choice("Target", ["production", "preview"], { production: "Production", preview: "Preview" }),
    platform: choice("Platform", platforms, platformLabels),
    /** URL of the files on a platform other than IPFS. */
    platformUrl: optional(link("Platform link")),
    canister: optional(text("Canister")),
    /** Id of the path manifest on Arweave. */
    arHash: optional(text("Arweave hash")),
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
    /** URL of this deployment's files. */
    previewUrl: optional(link("Preview")),
    /** URL of the branch preview, once it shows this deployment. */
    live: { label: "Live", as: "toggle", schema: z.boolean() },
    /** Whether the project's site shows it: a promoted preview's target stays "preview". */
    inProduction: toggle("In production"),
    errorMessage: optional(text("Error", { max: messageMax })),
    createdAt: date("Created"),
    startedAt: optional(date("Started")),
    endedAt: optional(date("Ended")),
    durationSeconds: optional(duration("Duration")),
    /** Single record only, once a worker has started it. */
    settings: optional(data("Settings", usedSettings)),
    /** Single record only: the previous successful deployment of the same branch preview or site. */
    previousTaskId: optional(id("Previous deployment")),
  },

  list: {
    filterBy: {
      projectId: ref("Project", { call: "GET $hosting/project/v3/list" }),
      branch: text("Branch"),
    },
    columns: {
      message: {},
      state: { width: "150px" },
      projectName: { width: "17%" },
      branch: { width: "17%" },
      durationSeconds: { width: "100px" },
      createdAt: { width: "168px" },
    },
    link: "message",
    search: "message",
    filters: ["state", "target", "trigger"],
    live: "PROJECT_BUILD",
    bulk: ["delete"],
    empty: { title: "No deployments yet", text: "Deploy a project to see its builds here." },
  },
  /** Filters by project and branch. */
  listQuery: z.object({ projectId: z.optional(z.string()), branch: z.optional(z.string()) }),
  remove: {
    confirm: "The log is deleted. Files are deleted unless another deployment uses them. This can't be undone.",
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
      confirm: "Builds and publishes the same source again. Build time uses your allowance, then costs LAND.",
      done: "Redeploy queued",
      log: "HOSTING_REDEPLOY_PROJECT",
      when: [{ field: "state", in: endedStates }],
      reply: z.object({ taskId: z.string() }),
    },
    cancel: {
      label: "Cancel",
      call: "POST $hosting/project/{taskId}/cancel",
      can: "edit",
      confirm: "The build stops. The live site is unchanged.",
      back: "Keep deployment",
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
        "The site shows these files at once, without a build or cost. Deployments already queued or running won't replace them. The next new deployment will.",
      done: "Rolled back",
      log: "HOSTING_ROLL_BACK_PROJECT",
      when: [
        { field: "state", in: ["success"] },
        { field: "live", in: ["false"] },
        { field: "platform", in: ["IPFS", "AR", "GREENFIELD"] },
      ],
    },
    promote: {
      label: "Promote to production",
      call: "PUT $hosting/project/task/promote/{taskId}",
      can: "edit",
      question: "Promote this deployment of {branch} to production?",
      confirm:
        "The production address and its domains show these files at once, without a build or cost. The preview stays. The next production deployment replaces them.",
      done: "Promoted to production",
      log: "HOSTING_PROMOTE_DEPLOYMENT",
      when: [
        { field: "target", in: ["preview"] },
        { field: "state", in: ["success"] },
        { field: "inProduction", in: ["false"] },
        { field: "platform", in: ["IPFS", "AR", "GREENFIELD"] },
      ],
    },
  },
});
