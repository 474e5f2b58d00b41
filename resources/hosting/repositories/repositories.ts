/** Repositories to deploy from: on Freehold's own Git host, in a linked GitHub account, or at any public URL. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { nodeVersions } from "../builds/node-versions.ts";
import { repositoryProviders } from "./repository-providers.ts";

export type RepositoryProvider = (typeof repositoryProviders)[number];

export const repository = z.object({
  id: z.string(),
  provider: z.enum(repositoryProviders),
  name: z.string(),
  namespace: z.string(),
  defaultBranch: z.string(),
  /** Slug of the detected framework; empty until the files are fetched. */
  frameworkAdvice: z.string(),
  /** URL for `git clone`, and for `git push` to a local repository. */
  cloneUrl: z.string(),
  updatedAt: z.int(),
});
export type Repository = z.output<typeof repository>;

/** Path of a repository on the Git host, below its origin. */
export const clonePath = (namespace: string, name: string): string => `/git/${namespace}/${name}.git`;

export const namespaces = defineCall("GET $hosting/user/git-namespaces", {
  summary: "Lists repository owners: the Freehold Git host, then the linked GitHub account and its organizations.",
  can: ["create", "projects"],
  reply: z.object({
    items: z.array(
      z.object({ githubId: z.string(), name: z.string(), ownerType: z.enum(["LOCAL", "USER", "ORGANIZATION"]) }),
    ),
    /** Why the linked account's repositories are missing; empty when they are not. */
    problem: z.string(),
  }),
});

export const repositories = defineCall("GET $hosting/repo/refresh/list", {
  summary: "Lists a namespace's repositories, 20 per page, newest first.",
  can: ["create", "projects"],
  query: z.object({
    githubId: z.string(),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    word: z._default(z.string(), ""),
  }),
  reply: z.object({ repoList: z.array(repository), totalCount: z.int() }),
});

export const createRepository = defineCall("POST $hosting/repo", {
  summary: "Creates an empty repository to push to.",
  can: ["create", "projects"],
  log: "HOSTING_CREATE_REPOSITORY",
  body: z.object({
    name: z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
          "Letters, digits, dots, hyphens and underscores, 64 characters maximum.",
        ),
      ),
  }),
  reply: repository,
});

export const branches = defineCall("GET $hosting/project/branch/repo/{id}", {
  summary: "Lists a repository's branches, default branch first.",
  can: ["create", "projects"],
  reply: z.object({ items: z.array(z.object({ name: z.string(), commit: z.string() })) }),
});

export const detectFramework = defineCall("GET $hosting/project/detect-framework/{id}", {
  summary: "Detects a repository's framework and its commands.",
  can: ["create", "projects"],
  query: z.object({ branch: z.optional(z.string()), rootDirectory: z.optional(z.string()) }),
  reply: z.object({
    framework: z.string(),
    installCommand: z.string(),
    buildCommand: z.string(),
    outputDirectory: z.string(),
    scripts: z.record(z.string(), z.string()),
    /** `engines` of package.json, as written. */
    engines: z.record(z.string(), z.string()),
    /** The offered version that fits `engines.node`, .nvmrc or .node-version; otherwise the default. */
    nodeVersion: z.enum(nodeVersions),
    /** A sentence if the server lacks the framework's tool (Hugo, Jekyll …); empty if it can build it. */
    toolMissing: z.string(),
  }),
});

export const repositoryCalls = [namespaces, repositories, createRepository, branches, detectFramework];
