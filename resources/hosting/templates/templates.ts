/** Templates: built-in sites with a form, whose values are saved as config.json in the site's root. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { templateValues } from "./filled-template.ts";
import { platforms } from "../platforms.ts";
import { projectName } from "../project-name.ts";
import { largeBodyBytesMax } from "../../limits.ts";

export const templateOptionTypes = ["text", "textarea", "switch", "table"] as const;

const templateOption = z.object({
  type: z.enum(templateOptionTypes),
  key: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]*$/)),
  label: z.string(),
  /** Default value: text, a boolean for a switch, rows for a table. */
  value: z.union([z.string(), z.boolean(), z.array(z.array(z.string()))]),
  placeholder: z._default(z.string(), ""),
  required: z._default(z.boolean(), false),
  /** Columns of a table. */
  headers: z.optional(z.array(z.string()).check(z.minLength(1))),
});
export type TemplateOption = z.output<typeof templateOption>;

/** A template's form: groups of options with keys that are unique across groups. */
export const templateForm = z.object({
  config: z.array(z.object({ name: z.string(), tag: z.optional(z.string()), options: z.array(templateOption) })),
});
export type TemplateForm = z.output<typeof templateForm>;

export type TemplateValues = z.output<typeof templateValues>;

export const template = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Path of an image on this server; empty without one. */
  picture: z.string(),
  tags: z.array(z.string()),
  configJson: templateForm,
});
export type Template = z.output<typeof template>;

export const templates = defineCall("GET $template/web3/list", {
  summary: "Lists the templates and their form fields.",
  can: "anyone",
  reply: z.object({ items: z.array(template) }),
});

export const createFromTemplate = defineCall("POST $template/web3/project/create", {
  summary: "Creates a project from a template and queues its first deployment.",
  can: ["create", "projects"],
  log: "HOSTING_CREATE_PROJECT",
  bodyBytesMax: largeBodyBytesMax,
  body: z.object({
    platform: z.enum(platforms),
    projectName: projectName.schema,
    exactAddress: z.optional(z.boolean()),
    web3TemplateId: z.string(),
    configJson: templateValues,
  }),
  reply: z.object({ projectId: z.string(), taskId: z.string() }),
});

export const templateCalls = [templates, createFromTemplate];
