/**
 * The open API: calls for scripts and CI systems that don't send JSON. The auth token is in the header `token`,
 * bodies may be forms, and answers have the shape { code, bcode, message, content }.
 */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { text } from "../declare/fields.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";
import { domains } from "./domains/domains.ts";
import { projects } from "./projects.ts";

const pageQuery = z.object({
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pageSizeDefault),
});

const project = z.object({
  projectId: z.string(),
  name: z.string(),
  platform: projects.fields.platform.schema,
  online: z.boolean(),
  production: projects.fields.production.schema,
  /** The site's address. */
  url: z.string(),
  /** CID of the live deployment. */
  hash: z.optional(z.string()),
  /** State of the newest deployment. */
  state: projects.fields.state.schema,
  createdAt: z.int(),
});

const domain = z.pick(domains.schema, {
  domainId: true,
  domain: true,
  projectId: true,
  projectName: true,
  valid: true,
  type: true,
  value: true,
  txt: true,
  cname: true,
  createdAt: true,
});

/** `items` of page {page}, starting at 1. */
const pageOf = <S extends z.ZodMiniType>(item: S) => z.object({ items: z.array(item), total: z.int(), page: z.int() });

export const openCreateProject = defineCall("POST $open/project", {
  summary: "Creates a project for file deployments.",
  can: ["create", "projects"],
  log: "HOSTING_CREATE_PROJECT",
  open: true,
  body: z.object({ name: projects.fields.name.schema }),
  reply: project,
});

export const openDeploy = defineCall("POST $open/deploy", {
  summary: "Deploys a zip from a multipart form field named file. Returns the site's URL immediately.",
  can: ["edit", "projects"],
  log: "HOSTING_DEPLOY_PROJECT",
  open: true,
  stream: true,
  body: z.object({
    projectId: z.string(),
    message: z.optional(z.string().check(z.maxLength(500))),
    /** "true" publishes files that are usually secret, such as .env and private keys. */
    secrets: z.optional(z.enum(["true", "false"])),
  }),
  reply: z.object({ taskId: z.string(), projectId: z.string(), url: z.string() }),
});

export const openListProjects = defineCall("GET $open/project/{page}", {
  summary: "Lists the team's projects by page, last changed first.",
  can: ["list", "projects"],
  open: true,
  query: pageQuery,
  reply: pageOf(project),
});

export const openAddDomain = defineCall("POST $open/domain/{projectId}", {
  summary: "Adds a domain to a project. Returns the DNS records to set.",
  can: ["create", "domains"],
  log: "HOSTING_ADD_DOMAIN",
  open: true,
  // An unknown project is reported before an invalid domain.
  body: z.object({ domain: text("Domain", { min: 1, max: 300 }).schema }),
  reply: domain,
});

export const openExamineDomain = defineCall("GET $open/domain/examination", {
  summary: "Checks a domain's DNS records now.",
  can: ["edit", "domains"],
  log: "HOSTING_VERIFY_DOMAIN",
  open: true,
  query: z.object({ domainId: z.string() }),
  reply: z.object({ success: z.boolean(), conflicts: z.array(z.string()), message: z.string() }),
});

export const openListDomains = defineCall("GET $open/domain/{page}", {
  summary: "Lists the team's domains by page.",
  can: ["list", "domains"],
  open: true,
  query: pageQuery,
  reply: pageOf(domain),
});

export const openCalls = [
  openCreateProject,
  openDeploy,
  openListProjects,
  openAddDomain,
  openExamineDomain,
  openListDomains,
];
