/** Calls about projects other than the five verbs: usage, search and deployment. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { form } from "../declare/fields.ts";
import { templateValues } from "./templates/filled-template.ts";
import { ipfsPath } from "./ipfs-path.ts";
import { largeBodyBytesMax } from "../limits.ts";
import { projectName } from "./project-name.ts";
import { buildStates, productionStates } from "./states.ts";

export const projectUsage = defineCall("GET $hosting/project/v3/detail/{id}", {
  summary: "Returns a project's usage: traffic and storage in bytes, build time in seconds.",
  can: ["show", "projects"],
  reply: z.object({
    usedBandwidth: z.int(),
    usedBuildSeconds: z.int(),
    usedStorage: z.int(),
    latest: z.nullable(z.object({ taskId: z.string(), createdAt: z.int() })),
  }),
});

export const projectImage = defineCall("GET $hosting/project/{id}/image", {
  summary:
    "Returns a screenshot of the live site's start page as a data URL or, where the server takes none, the URL of the image that the page declares as og:image.",
  can: ["show", "projects"],
  query: z.object({
    /** The CID that the project is to show: of other content, nothing is returned. */
    hash: z.optional(z.string()),
  }),
  reply: z.object({
    url: z.nullable(z.string()),
    /** Whether a screenshot is about to be taken. */
    pending: z.boolean(),
  }),
});

export const projectSearch = defineCall("GET $hosting/project/v3/search/list", {
  summary: "Finds projects whose name contains the keyword, for the command palette.",
  can: ["list", "projects"],
  query: z.object({ keyword: z.string() }),
  reply: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        production: z.enum(productionStates),
        state: z.optional(z.enum(buildStates)),
      }),
    ),
  }),
});

export const projectNameCheck = defineCall("GET $hosting/project/v3/name", {
  summary:
    "Checks whether a project name and its host name are available. If not, returns the reason and a suggestion.",
  can: ["create", "projects"],
  query: z.object({ name: projectName.schema }),
  reply: z.object({
    available: z.boolean(),
    message: z.optional(z.string()),
    /** Absent when the name is available, or when no similar name is. */
    suggestion: z.optional(z.string()),
  }),
});

export const renameProject = defineCall("PUT $hosting/project/{id}/name", {
  summary: "Renames a project. Its addresses stay.",
  can: ["edit", "projects"],
  log: "HOSTING_EDIT_PROJECT",
  body: form({ name: { ...projectName, hint: "Shown in lists. The site keeps its addresses." } }),
  reply: z.null(),
});

export const build = defineCall("POST $hosting/project/{id}/build", {
  summary: "Queues a deployment of a finished upload or a branch. Other branches deploy to their preview.",
  can: ["edit", "projects"],
  log: "HOSTING_DEPLOY_PROJECT",
  body: z.object({
    uploadId: z.optional(z.string()),
    branch: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    commitHash: z.optional(z.string()),
    message: z.optional(z.string()),
  }),
  reply: z.object({ taskId: z.string() }),
});

export const deployHash = defineCall("POST $hosting/project/task/cid/{id}/deploy/create", {
  summary: "Queues a deployment of the project's CID or the current target of its IPNS name.",
  can: ["edit", "projects"],
  log: "HOSTING_DEPLOY_PROJECT",
  reply: z.object({ taskId: z.string() }),
});

export const editSource = defineCall("PUT $hosting/project/{id}/source", {
  summary: "Changes the CID, the IPNS name or the template values, and queues a deployment.",
  can: ["edit", "projects"],
  log: "HOSTING_EDIT_PROJECT",
  bodyBytesMax: largeBodyBytesMax,
  body: z.object({
    ipfsPath: z.optional(ipfsPath.schema),
    ipnsAuto: z.optional(z.boolean()),
    configJson: z.optional(templateValues),
  }),
  reply: z.object({ taskId: z.string() }),
});

export const projectCalls = [
  projectUsage,
  projectImage,
  projectSearch,
  projectNameCheck,
  renameProject,
  build,
  deployHash,
  editSource,
];
