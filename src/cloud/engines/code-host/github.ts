/** GitHub, or a GitHub Enterprise Server, through an OAuth app. */
import * as z from "zod/mini";
import * as oauth from "oauth4webapi";
import { repositoryPageSize } from "../../../../resources/limits.ts";
import type { Config } from "../../config.ts";
import { createDial, resolveAll, type Dial } from "../network/dial.ts";
import { createFetch, type Fetch } from "../network/fetch.ts";
import {
  CodeHostError,
  type CodeHost,
  type HostedRepository,
  type Namespace,
  type RepositoryName,
  type LinkRequest,
} from "./code-host.ts";

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

// Sends one request to GitHub's REST API, version 2022-11-28, parses the response and turns rejections into messages.

interface ApiRequest {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly token: string;
  readonly body?: object;
}

interface ApiAnswer<T> {
  readonly data: T;
  /** Number of the last page, from the Link header; 1 for a single page. */
  readonly lastPage: number;
}

type Api = <S extends z.ZodMiniType>(schema: S, request: ApiRequest) => Promise<ApiAnswer<z.output<S>>>;

const refusal = z.object({ message: z.string() });

/** Throws `CodeHostError` if the response doesn't match the schema. */
const createApi =
  (fetch: Fetch, origin: string): Api =>
  async (schema, { method = "GET", path, token, body }) => {
    const response = await fetch(origin.replace(/\/$/, "") + path, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "user-agent": "Freehold",
        "x-github-api-version": "2022-11-28",
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CodeHostError("unreachable", "GitHub did not respond. Try again.", { cause: error });
    });
    const text = await response.text();
    if (!response.ok) throw refused(response.status, text);
    const parsed = schema.safeParse(text === "" ? undefined : JSON.parse(text));
    if (!parsed.success) throw new CodeHostError("unreachable", "GitHub sent an unexpected response.");
    return { data: parsed.data, lastPage: lastPageOf(response.headers.get("link") ?? "") };
  };

const refused = (status: number, text: string): CodeHostError => {
  if (status === 401)
    return new CodeHostError("login", "GitHub no longer accepts the linked account. Unlink it and connect it again.");
  if (status === 404) return new CodeHostError("missing", "Not found on GitHub, or the account has no access.");
  const said = refusal.safeParse(parsedOrNothing(text)).data?.message.slice(0, 300);
  return new CodeHostError("refused", `GitHub refused (${status})${said ? `: ${said}` : "."}`);
};

const parsedOrNothing = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** `<https://…?page=5>; rel="last"` */
const lastPageOf = (link: string): number => {
  const address = /<([^>]*)>;\s*rel="last"/.exec(link)?.[1];
  return address && URL.canParse(address) ? Number(new URL(address).searchParams.get("page") ?? 1) : 1;
};

// Links accounts with GitHub's OAuth flow for web applications (RFC 6749 §4.1 with PKCE).

interface OAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Origin of GitHub's website. */
  readonly url: string;
}

/** Private repositories, their hooks, and the user's organizations. */
const scope = "repo read:org";

const serverOf = ({ url }: OAuthApp): oauth.AuthorizationServer => {
  const origin = url.replace(/\/$/, "");
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/login/oauth/authorize`,
    token_endpoint: `${origin}/login/oauth/access_token`,
  };
};

/** Returns the URL of the consent page. */
const authorizeUrl = async (app: OAuthApp, { state, verifier, redirectUri }: LinkRequest): Promise<string> => {
  const url = new URL(serverOf(app).authorization_endpoint!);
  url.search = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  return url.href;
};

/** Exchanges a code for a token. GitHub reports errors with status 200 and `error`, so that is read first. */
const exchangeCode = async (
  app: OAuthApp,
  send: Fetch,
  code: string,
  { state, verifier, redirectUri }: LinkRequest,
): Promise<string> => {
  const [server, client] = [serverOf(app), { client_id: app.clientId }];
  try {
    const sent = new URLSearchParams({ code, state });
    const checked = oauth.validateAuthResponse(server, client, sent, state);
    const secret = oauth.ClientSecretPost(app.clientSecret);
    const response = await oauth.authorizationCodeGrantRequest(server, client, secret, checked, redirectUri, verifier, {
      [oauth.customFetch]: (url, { method, headers, body }) =>
        send(url, { method, headers: { ...headers, "user-agent": "Freehold" }, body: body.toString() }),
      // A local emulator or a GitHub Enterprise server: the operator configured the URL.
      [oauth.allowInsecureRequests]: new URL(app.url).protocol === "http:",
    });
    await throwIfRefused(response.clone());
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response);
    return access_token;
  } catch (error) {
    if (error instanceof CodeHostError) throw error;
    throw new CodeHostError("unreachable", "Couldn't request access from GitHub. Try again.", { cause: error });
  }
};

const throwIfRefused = async (response: Response): Promise<void> => {
  const body = (await response.json().catch(() => ({}))) as { error?: unknown; error_description?: unknown };
  if (typeof body.error !== "string") return;
  const message = typeof body.error_description === "string" ? body.error_description : body.error;
  throw new CodeHostError("refused", `GitHub refused: ${message.slice(0, 300)}`);
};
