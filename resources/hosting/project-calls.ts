/** What is asked of projects beside their five verbs: usage, the search, and deploying. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { templateValues } from "./filled-template.ts";
import { ipfsPath } from "./ipfs-path.ts";

export const projectUsage = defineCall("GET $hosting/project/v3/detail/{id}", {
  summary: "What a project has used: traffic and storage in bytes, build time in seconds.",
  can: ["show", "projects"],
  reply: z.object({
    usedBandwidth: z.int(),
    usedBuildSeconds: z.int(),
    usedStorage: z.int(),
    latest: z.nullable(z.object({ taskId: z.string(), createdAt: z.int() })),
  }),
});

export const projectSearch = defineCall("GET $hosting/project/v3/search/list", {
  summary: "Projects whose name contains the keyword, for the command palette.",
  can: ["list", "projects"],
  query: z.object({ keyword: z.string() }),
  reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

export const build = defineCall("POST $hosting/project/{id}/build", {
  summary: "Queues a deployment: of the repository's branch, of another one to its preview, or of a finished upload.",
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
  summary: "Queues a deployment of the hash, or of what the name leads to now, of a project that was made from one.",
  can: ["edit", "projects"],
  log: "HOSTING_DEPLOY_PROJECT",
  reply: z.object({ taskId: z.string() }),
});

export const editSource = defineCall("PUT $hosting/project/{id}/source", {
  summary:
    "Shows another hash or name, follows the name or no longer, or fills the template in anew; and queues the deployment.",
  can: ["edit", "projects"],
  log: "HOSTING_EDIT_PROJECT",
  body: z.object({
    ipfsPath: z.optional(ipfsPath.schema),
    ipnsAuto: z.optional(z.boolean()),
    configJson: z.optional(templateValues),
  }),
  reply: z.object({ taskId: z.string() }),
});

export const projectCalls = [projectUsage, projectSearch, build, deployHash, editSource];
