/** Details of a deployment: its log, its files, and the differences from another one. */
import { defineRows } from "../declare/rows.ts";
import { bytes, choice } from "../declare/fields.ts";
import { hash, shown } from "../declare/special-fields.ts";
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { fileChanges } from "../storage/file-change.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";
import { deployments } from "./deployments.ts";
import { lineNumber, logLine } from "./log-line.ts";

export const deploymentLog = defineCall("GET $hosting/project/task/{taskId}/log", {
  summary: "Lists a deployment's log lines after `after`, oldest first, at most 5,000 per reply.",
  can: ["show", "deployments"],
  query: z.object({ after: z._default(lineNumber, 0) }),
  reply: z.object({ items: z.array(logLine), more: z.boolean() }),
});

export const deploymentsOfProject = defineCall("GET $hosting/project/task/{projectId}/list", {
  summary: "Lists a project's deployments, newest first.",
  can: ["list", "deployments"],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pageSizeDefault),
  }),
  reply: z.object({ items: z.array(deployments.schema), total: z.int() }),
});

const settingChange = z.object({ name: z.string(), before: z.string(), after: z.string() });

export const deploymentDiff = defineCall("GET $hosting/project/task/{taskId}/diff/{otherTaskId}", {
  summary: "Compares a deployment with `otherTaskId`: commit, settings, variables and files.",
  can: ["show", "deployments"],
  reply: z.object({
    before: deployments.schema,
    after: deployments.schema,
    settings: z.array(settingChange),
    /** Names only; values are never returned. */
    env: z.array(z.object({ name: z.string(), change: z.enum(["added", "changed", "removed"]) })),
    ...fileChanges,
  }),
});

/** One folder of the published files. */
export const outputEntries = defineRows({
  label: "Files",
  fields: {
    name: shown("Name"),
    type: choice("Type", ["file", "directory"]),
    size: bytes("Size"),
    hash: { ...hash("CID"), schema: z.string() },
  },
  key: "name",
  columns: { name: {}, size: { width: "120px" }, hash: { width: "240px" } },
  sort: ["name", "size"],
  loading: 6,
  empty: { icon: "folder", title: "This folder is empty", text: "" },
});
const outputEntry = outputEntries.schema;
export type OutputEntry = z.output<typeof outputEntry>;

export const deploymentOutput = defineCall("GET $hosting/artifact/deployment/{taskId}/output", {
  summary: "Lists the published files of a folder, given by path or CID. The default is the root.",
  can: ["show", "deployments"],
  query: z.object({ path: z._default(z.string(), ""), cid: z.optional(z.string()) }),
  reply: z.object({ items: z.array(outputEntry) }),
});

export const deploymentFile = defineCall("GET $hosting/artifact/deployment/{taskId}/file", {
  summary: "Returns a published text file. Binary files and files over 512 KiB return only a link.",
  can: ["show", "deployments"],
  query: z.object({ path: z.string() }),
  reply: z.object({ hash: z.string(), size: z.int(), link: z.string(), text: z.nullable(z.string()) }),
});

export const deploymentCalls = [deploymentLog, deploymentsOfProject, deploymentDiff, deploymentOutput, deploymentFile];
