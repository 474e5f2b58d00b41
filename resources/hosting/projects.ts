/** A project: one site with its host name, its source and its deployments. */
import * as z from "zod/mini";
import { defineResource } from "../define.ts";
import { choice, code, count, data, date, id, link, optional, status, text, toggle } from "../fields.ts";
import { frameworkLabels, frameworkSlugs } from "./framework-names.ts";
import { ipfsPath } from "./ipfs-path.ts";
import { nodeVersions } from "./node-versions.ts";
import { projectName } from "./project-name.ts";
import { platformLabels, platforms } from "./platforms.ts";
import { repositoryProviders } from "./repository-providers.ts";
import { templateValues } from "./filled-template.ts";
import { buildStates } from "./states.ts";

/** Where a project's files come from: a person or program uploads them, a build of a repository, a CID, an IPNS name, a template. */
export const deployTypes = ["UPLOAD", "REPOSITORY", "CID", "IPNS", "TEMPLATE"] as const;

const environmentVariable = z.object({
  key: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "Letters, digits and underscores only."), z.maxLength(100)),
  value: z.string().check(z.maxLength(10_000)),
});

const connectedRepository = z.object({
  id: z.string(),
  namespace: z.string(),
  name: z.string(),
  provider: z.enum(repositoryProviders),
  /** Address for `git clone`, and of a local repository for `git push`. */
  cloneUrl: z.string(),
});

export const projects = defineResource({
  name: "projects",
  title: "Projects",
  group: "Hosting",
  access: "HOSTING",
  menu: { section: "Hosting", icon: "projects" },

  routes: { list: "/hosting/projects", create: "/hosting/new", show: "/hosting/project/{projName}/{id}" },
  titles: { create: "New Project", show: "{projName}" },
  calls: {
    list: "GET $hosting/project/v3/list",
    show: "GET $hosting/project/{id}",
    create: "POST $hosting/project",
    edit: "PUT $hosting/project/{id}",
    delete: "DELETE $hosting/project/{id}",
  },
  log: { create: "HOSTING_CREATE_PROJECT", edit: "HOSTING_EDIT_PROJECT", delete: "HOSTING_DELETE_PROJECT" },
  replies: { create: z.object({ projectId: z.string() }), edit: z.null() },

  fields: {
    id: id(),
    name: projectName,
    platform: choice("Platform", platforms, platformLabels),
    deployType: choice("Source", deployTypes, {
      UPLOAD: "Files",
      REPOSITORY: "Repository",
      CID: "Hash",
      IPNS: "IPNS name",
      TEMPLATE: "Template",
    }),
    /** Deployed by the command line or the open API. */
    cli: toggle("Command line"),
    /** State of the newest deployment; absent before the first. */
    state: optional(status("State", buildStates, { SUCCESS: "Live" })),
    online: toggle("Online"),
    /** The live site's address. */
    mainLink: link("Address"),
    hash: optional(text("CID")),
    repo: optional(data("Repository", connectedRepository)),
    repoId: optional(text("Repository")),
    framework: optional(choice("Framework", frameworkSlugs, frameworkLabels)),
    nodeVersion: optional(choice("Node.js version", nodeVersions)),
    currentBranch: optional(text("Branch", { max: 200 })),
    rootDirectory: optional(code("Root directory", { hint: "The folder of the repository that holds the site." })),
    installCommand: optional(code("Install command")),
    buildCommand: optional(code("Build command")),
    outputDirectory: optional(code("Output directory")),
    hookSwitch: optional(toggle("Deploy on push")),
    previews: optional(toggle("Branch previews", "Pushes to other branches are deployed to host names of their own.")),
    rewrite: optional(toggle("Rewrite", "Paths that are no file show index.html, for routes that run in the browser.")),
    directoryList: optional(toggle("Directory listing", "Folders without index.html list their files.")),
    /** What a project from a hash or a name shows. */
    ipfsPath: optional(ipfsPath),
    ipnsAuto: optional(
      toggle("Follow the name", "What is published under the name from now on is deployed by itself."),
    ),
    /** Where the name led when it was last deployed: /ipfs/… */
    ipnsResolve: optional(code("Leads to")),
    web3TemplateId: optional(text("Template")),
    /** What was filled in for the template; saved as config.json in the site's root. */
    configJson: optional(data("Template settings", templateValues)),
    /** Without values for who may not change them. */
    env: optional(data("Environment variables", z.array(environmentVariable))),
    latest: optional(data("Latest deployment", z.object({ taskId: z.string(), createdAt: z.int() }))),
    deployments: count("Deployments"),
    createdAt: date("Created"),
    updatedAt: date("Updated"),
  },

  list: {
    columns: ["name", "state", "deployType", "mainLink", "updatedAt"],
    link: "name",
    search: "name",
    filters: ["state", "deployType"],
    live: "PROJECT_BUILD",
    empty: { title: "No projects yet", text: "Drop a folder, a zip or pick a repository, and it is live in a moment." },
  },
  listQuery: z.object({ sortType: z.optional(z.enum(["ACTIVE", "ALL"])) }),
  create: [
    "name",
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
    "hookSwitch",
    "previews",
    "rewrite",
    "directoryList",
    "env",
  ],
  remove: {
    confirm: "The site goes offline and its deployments and logs are deleted. This cannot be undone.",
    type: "name",
  },
});
