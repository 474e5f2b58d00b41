/** A deployment (task): one build of a project, with its log and the CID of what it published. */
import * as z from "zod/mini";
import { defineCall, defineResource } from "../define.ts";
import { bytes, choice, count, date, duration, id, optional, status, text } from "../fields.ts";
import { taskStates } from "./states.ts";

export const logLine = z.object({
  /** Counts up from 1 within a deployment; a line is shown once by it. */
  seq: z.int(),
  /** Integer Unix seconds. */
  timestamp: z.int(),
  content: z.string(),
});
export type LogLine = z.output<typeof logLine>;

export const deployments = defineResource({
  name: "deployments",
  title: "Deployments",
  group: "Hosting",
  access: "HOSTING",
  parent: "projects",

  routes: { show: "/hosting/build/{projName}/{id}/{taskId}" },
  titles: { show: "{projName} deployment" },
  calls: {
    list: "GET $hosting/project/task/{projectId}/list",
    show: "GET $hosting/project/task/object/{taskId}",
  },
  replies: {},

  fields: {
    taskId: id(),
    projectId: id("Project"),
    projectName: text("Project"),
    state: status("State", taskStates),
    /** 1 is next; absent once it runs. */
    queuePosition: optional(count("Queue position")),
    trigger: choice("Started by", ["upload", "push", "redeploy", "person"], {
      upload: "Upload",
      push: "Git push",
      redeploy: "Redeploy",
      person: "Deploy",
    }),
    branch: optional(text("Branch")),
    commit: optional(text("Commit")),
    message: optional(text("Message")),
    author: optional(text("Author")),
    cid: optional(text("CID")),
    /** The address of exactly this deployment's files. */
    domain: optional(text("Address")),
    fileCount: optional(count("Files")),
    sizeBytes: optional(bytes("Size")),
    live: { label: "Live", as: "toggle", schema: z.boolean() },
    errorMessage: optional(text("Error")),
    createdAt: date("Created"),
    startedAt: optional(date("Started")),
    endedAt: optional(date("Ended")),
    durationSeconds: optional(duration("Duration")),
  },

  list: {
    columns: ["state", "live", "message", "branch", "trigger", "durationSeconds", "createdAt"],
    link: "state",
    live: "PROJECT_BUILD",
    empty: { title: "No deployments yet", text: "The first one appears here as soon as it is queued." },
  },
  actions: {
    redeploy: {
      label: "Redeploy",
      call: "POST $hosting/project/{taskId}/redeploy",
      can: "edit",
      confirm: "The same source is built and published again.",
      done: "Redeploy queued",
      when: { field: "state", in: ["success", "failure", "timeout", "cancelled"] },
      reply: z.object({ taskId: z.string() }),
    },
    cancel: {
      label: "Cancel",
      call: "POST $hosting/project/{taskId}/cancel",
      can: "edit",
      confirm: "The build stops. The live site stays as it is.",
      done: "Deployment cancelled",
      danger: true,
      when: { field: "state", in: ["queued", "pending", "running"] },
    },
  },
});

export const deploymentLog = defineCall("GET $hosting/project/task/{taskId}/log", {
  summary: "A deployment's log lines after `after`, oldest first, at most 5,000 a reply.",
  can: ["show", "deployments"],
  query: z.object({ after: z._default(z.coerce.number(), 0) }),
  reply: z.object({ items: z.array(logLine), more: z.boolean() }),
});

export const deploymentCalls = [deploymentLog];
