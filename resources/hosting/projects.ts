/** A project: one site with its host name, its source and its deployments. */
import * as z from "zod/mini";
import { defineResource } from "../declare/define.ts";
import { choice, code, count, data, date, id, lines, link, optional, status, text, toggle } from "../declare/fields.ts";
import { frameworkLabels, frameworkSlugs } from "./builds/framework-names.ts";
import { ipfsPath } from "./ipfs-path.ts";
import { nodeVersions } from "./builds/node-versions.ts";
import { namePattern, projectName } from "./project-name.ts";
import { platformLabels, platforms } from "./platforms.ts";
import { newProjectPath } from "./repositories/clone-flow.ts";
import { repositoryProviders } from "./repositories/repository-providers.ts";
import { templateValues } from "./templates/filled-template.ts";
import { buildStates, productionStates } from "./states.ts";
import {
  buildTagsPerProject,
  environmentVariablesPerProject,
  largeBodyBytesMax,
  projectNameMax,
  projectsPerTeam,
} from "../limits.ts";

/** The source of a project's files: an upload, a repository build, a CID, an IPNS name or a template. */
export const deployTypes = ["UPLOAD", "REPOSITORY", "CID", "IPNS", "TEMPLATE"] as const;

const environmentVariable = z.object({
  key: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "Letters, digits and underscores only."), z.maxLength(100)),
  value: z.string().check(z.maxLength(10_000)),
  /** Builds that get it. Default: all. */
  scope: z.optional(z.enum(["production", "preview"])),
});
export type Variable = z.output<typeof environmentVariable>;

/** Names are unique in each scope: see environment.ts. */
const environment = z
  .array(environmentVariable)
  .check(z.maxLength(environmentVariablesPerProject, `${environmentVariablesPerProject} variables maximum.`));

const connectedRepository = z.object({
  id: z.string(),
  namespace: z.string(),
  name: z.string(),
  provider: z.enum(repositoryProviders),
  /** URL for `git clone`, and for `git push` to a local repository. */
  cloneUrl: z.string(),
});

const deploymentRef = z.object({ taskId: z.string(), createdAt: z.int() });

export const projects = defineResource({
  name: "projects",
  title: "Projects",
  group: "Hosting",
  access: "HOSTING",
  menu: { section: "Hosting", icon: "projects" },

  routes: { list: "/hosting/projects", create: newProjectPath, show: "/hosting/project/{projName}/{id}" },
  titles: { create: "New project", show: "{projName}" },
  keywords: ["deploy", "site", "import", "repository", "template"],
  base: "$hosting/project",
  calls: { list: "GET $hosting/project/v3/list" },
  options: { create: { bodyBytesMax: 2 * largeBodyBytesMax }, edit: { bodyBytesMax: 2 * largeBodyBytesMax } },
  log: { create: "HOSTING_CREATE_PROJECT", edit: "HOSTING_EDIT_PROJECT", delete: "HOSTING_DELETE_PROJECT" },
  replies: { create: z.object({ projectId: z.string() }), edit: z.null() },

  fields: {
    id: id(),
    name: projectName,
    platform: choice("Platform", platforms, platformLabels),
    deployType: choice("Source", deployTypes, {
      UPLOAD: "Files",
      REPOSITORY: "Repository",
      CID: "IPFS content",
      IPNS: "IPNS name",
      TEMPLATE: "Template",
    }),
    /** Deployed from the command line or the open API. */
    cli: toggle("Command line"),
    /** For a new project: fail if the host name is taken, instead of adding a suffix. */
    exactAddress: optional(toggle("Exact address")),
    /** What the site serves. Failed and cancelled deployments don't change it. */
    production: status("Production", productionStates, { NONE: "Not deployed" }),
    /** State of the newest deployment; absent before the first. */
    state: optional(status("Latest deployment", buildStates)),
    /** Whether the project has a live deployment. */
    online: toggle("Online"),
    /** The live site's address. */
    mainLink: link("Address"),
    hash: optional(text("CID")),
    repo: optional(data("Repository", connectedRepository)),
    repoId: optional(text("Repository")),
    framework: optional(choice("Framework", frameworkSlugs, frameworkLabels)),
    nodeVersion: optional(choice("Node.js version", nodeVersions)),
    currentBranch: optional(text("Branch", { max: 200 })),
    rootDirectory: optional(code("Root directory")),
    installCommand: optional(code("Install command")),
    buildCommand: optional(code("Build command")),
    outputDirectory: optional(code("Output directory")),
    buildTags: optional(
      lines("Worker tags", {
        max: buildTagsPerProject,
        entryMax: projectNameMax,
        pattern: namePattern,
      }),
    ),
    hookSwitch: optional(toggle("Deploy on push")),
    previews: optional(toggle("Branch previews", "Pushes to other branches deploy to separate preview URLs.")),
    rewrite: optional(toggle("Rewrite", "Serve index.html for unknown paths (single-page apps).")),
    directoryList: optional(toggle("Directory listing", "List the files of folders without index.html.")),
    /** The content of a project from a CID or IPNS name. */
    ipfsPath: optional(ipfsPath),
    ipnsAuto: optional(toggle("Follow the name", "Deploy automatically when the name's content changes.")),
    /** The name's target at the last deployment: /ipfs/… */
    ipnsResolve: optional(code("Resolved path")),
    web3TemplateId: optional(text("Template")),
    /** The template's values, saved as config.json in the site's root. */
    configJson: optional(data("Template settings", templateValues)),
    /** Values are omitted for members without edit access. */
    env: optional(data("Environment variables", environment)),
    /** The live deployment. After a rollback it is older than `latest`. */
    live: optional(data("Live deployment", deploymentRef)),
    /** The newest deployment of the site. */
    latest: optional(data("Latest deployment", deploymentRef)),
    deployments: count("Deployments"),
    createdAt: date("Created"),
    updatedAt: date("Updated"),
  },

  list: {
    columns: {
      name: {},
      production: { width: "134px" },
      state: { width: "156px" },
      deployType: { width: "112px" },
      mainLink: { width: "220px" },
      updatedAt: { width: "164px" },
    },
    link: "name",
    search: "name",
    filters: ["state", "deployType"],
    live: "PROJECT_BUILD",
    limit: projectsPerTeam,
    empty: {
      title: "No projects yet",
      text: "Create a project to deploy a folder, a zip or a repository.",
      command: "curl -fsSO {origin}/cli/freehold.mjs && node freehold.mjs deploy dist --project my-site --create",
    },
  },
  listQuery: z.object({ sortType: z.optional(z.enum(["ACTIVE", "ALL"])) }),
  create: [
    "name",
    "exactAddress",
    "platform",
    "deployType",
    "repoId",
    "currentBranch",
    "rootDirectory",
    "framework",
    "installCommand",
    "buildCommand",
    "outputDirectory",
    "hookSwitch",
    "previews",
    "nodeVersion",
    "buildTags",
    "rewrite",
    "directoryList",
    "env",
    "ipfsPath",
    "ipnsAuto",
    "web3TemplateId",
    "configJson",
  ],
  edit: [
    "currentBranch",
    "framework",
    "rootDirectory",
    "installCommand",
    "buildCommand",
    "outputDirectory",
    "nodeVersion",
    "buildTags",
    "hookSwitch",
    "previews",
    "rewrite",
    "directoryList",
    "env",
  ],
  remove: {
    confirm: "The site goes offline and its deployments and logs are deleted. This can't be undone.",
    type: "name",
  },
  related: [
    { resource: "deployments", by: "projectId", without: ["projectName"] },
    { resource: "previews", by: "id" },
    { resource: "site-requests", by: "id" },
    { resource: "deploy-hooks", by: "id" },
    { resource: "domains", by: "projectId", without: ["projectName"] },
    { resource: "name-domains", by: "projectId", without: ["projectName"] },
  ],
});
