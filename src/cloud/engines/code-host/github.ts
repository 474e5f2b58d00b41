/** GitHub, or a GitHub Enterprise Server, through an OAuth app. */
import * as z from "zod/mini";
import { repositoryPageSize } from "../../../../resources/limits.ts";
import type { Config } from "../../config.ts";
import { createDial, resolveAll, type Dial } from "../network/dial.ts";
import { createFetch } from "../network/fetch.ts";
import {
  CodeHostError,
  type CodeHost,
  type HostedRepository,
  type Namespace,
  type RepositoryName,
} from "./code-host.ts";
import { createApi, type Api } from "./github-api.ts";
import { authorizeUrl, exchangeCode } from "./github-oauth.ts";

type Settings = Pick<Config, "GITHUB_CLIENT_ID" | "GITHUB_CLIENT_SECRET" | "GITHUB_URL" | "GITHUB_API_URL">;

const number = z.int();
const userReply = z.object({ id: number, login: z.string() });
const repositoryReply = z.object({
  id: number,
  name: z.string(),
  owner: z.object({ login: z.string() }),
  default_branch: z.string(),
  clone_url: z.url(),
  pushed_at: z.nullable(z.string()),
});
const repositoriesReply = z.array(repositoryReply);
const searchReply = z.object({ total_count: number, items: repositoriesReply });
const hooksReply = z.array(z.object({ id: number, config: z.object({ url: z.optional(z.string()) }) }));
const organizationsMax = 100;

/** URLs configured by the operator may be private. */
export const openGitHub = (
  config: Settings,
  dial: Dial = createDial(process.env, resolveAll, gitHubHosts(config)),
): CodeHost => {
  const fetch = createFetch(dial);
  const api = createApi(fetch, config.GITHUB_API_URL);
  const [clientId = "", clientSecret = ""] = [config.GITHUB_CLIENT_ID, config.GITHUB_CLIENT_SECRET];
  const app = { clientId, clientSecret, url: config.GITHUB_URL };
  return {
    isConfigured: clientId !== "" && clientSecret !== "",
    authorizeUrl: (request) => authorizeUrl(app, request),
    exchange: (code, request) => exchangeCode(app, fetch, code, request),
    account: async (token) => accountOf((await api(userReply, { path: "/user", token })).data),
    namespaces: (token) => listNamespaces(api, token),
    repositories: (token, namespace, page, word) =>
      word.trim() === "" ? listPage(api, token, namespace, page) : searchPage(api, token, namespace, page, word.trim()),
    addHook: async (token, repository, { url, secret }) => {
      const config = { url, secret, content_type: "json", insecure_ssl: "0" };
      const body = { name: "web", active: true, events: ["push"], config };
      const path = `/repos/${pathOf(repository)}/hooks`;
      const hooks = await api(hooksReply, { path: `${path}?per_page=100`, token });
      const same = hooks.data.find((hook) => hook.config.url === url);
      if (same) return String(same.id);
      return String((await api(z.object({ id: number }), { method: "POST", path, token, body })).data.id);
    },
    removeHook: async (token, repository, hookId) => {
      const path = `/repos/${pathOf(repository)}/hooks/${encodeURIComponent(hookId)}`;
      try {
        await api(z.unknown(), { method: "DELETE", path, token });
      } catch (error) {
        if (!(error instanceof CodeHostError) || error.problem !== "missing") throw error;
      }
    },
  };
};

/** Returns host and port of the configured GitHub, for the allow list of outgoing requests. */
export const gitHubHosts = (config: Pick<Config, "GITHUB_URL" | "GITHUB_API_URL">): string[] =>
  [config.GITHUB_URL, config.GITHUB_API_URL].map((url) => {
    const { protocol, hostname, port } = new URL(url);
    return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  });

const accountOf = ({ id, login }: z.output<typeof userReply>) => ({ id: String(id), login });

const listNamespaces = async (api: Api, token: string): Promise<Namespace[]> => {
  const [{ data: user }, { data: organizations }] = await Promise.all([
    api(userReply, { path: "/user", token }),
    api(z.array(userReply), { path: `/user/orgs?per_page=${organizationsMax}`, token }),
  ]);
  return [
    { id: String(user.id), name: user.login, ownerType: "USER" },
    ...organizations.map(({ id, login }) => ({ id: String(id), name: login, ownerType: "ORGANIZATION" as const })),
  ];
};

/**
 * Returns a page and the total. The list has no total; the last page number at one repository per page is the total.
 */
const listPage = async (api: Api, token: string, namespace: Namespace, page: number) => {
  const path = (size: number, at: number) =>
    namespace.ownerType === "USER"
      ? `/user/repos?affiliation=owner&sort=pushed&per_page=${size}&page=${at}`
      : `/orgs/${encodeURIComponent(namespace.name)}/repos?sort=pushed&per_page=${size}&page=${at}`;
  const [{ data }, counted] = await Promise.all([
    api(repositoriesReply, { path: path(repositoryPageSize, page), token }),
    api(repositoriesReply, { path: path(1, 1), token }),
  ]);
  const total = counted.data.length === 0 ? 0 : counted.lastPage;
  return { items: data.map(repositoryOf), total };
};

const searchPage = async (api: Api, token: string, { name, ownerType }: Namespace, page: number, word: string) => {
  const owner = `${ownerType === "USER" ? "user" : "org"}:${name}`;
  // Quotes and colons would be search operators.
  const terms = word.replaceAll(/[^\p{L}\p{N}._-]+/gu, " ").trim();
  const query = new URLSearchParams({
    q: `${terms} in:name ${owner} fork:true`,
    sort: "updated",
    per_page: `${repositoryPageSize}`,
    page: `${page}`,
  });
  const { data } = await api(searchReply, { path: `/search/repositories?${query.toString()}`, token });
  return { items: data.items.map(repositoryOf), total: data.total_count };
};

const repositoryOf = (row: z.output<typeof repositoryReply>): HostedRepository => ({
  id: String(row.id),
  namespace: row.owner.login,
  name: row.name,
  defaultBranch: row.default_branch,
  cloneUrl: row.clone_url,
  updatedAt: row.pushed_at === null ? 0 : Math.floor(Date.parse(row.pushed_at) / 1000),
});

const pathOf = ({ namespace, name }: RepositoryName): string =>
  `${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
