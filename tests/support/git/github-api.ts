/** Implements the part of GitHub's REST API that Freehold uses, for the emulator. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";

export interface Hosted {
  readonly id: number;
  /** "owner/name" */
  readonly fullName: string;
  readonly isPublic: boolean;
  readonly pushedAt: string;
}

export interface Hook {
  readonly id: number;
  readonly fullName: string;
  readonly url: string;
  readonly secret: string;
}

export interface GitHubAccount {
  readonly id: number;
  readonly login: string;
}

interface World {
  readonly hosted: ReadonlyMap<string, Hosted>;
  readonly hooks: Hook[];
  readonly tokens: ReadonlyMap<string, GitHubAccount>;
  readonly url: string;
}

const organization = { id: 2, login: "meadow" };

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly link?: string;
}

export const answerApi = async (
  world: World,
  request: IncomingMessage,
  address: URL,
  response: ServerResponse,
): Promise<void> => {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const sent = await textOf(request);
  const me = world.tokens.get(token);
  const answer = me
    ? route(world, me, `${request.method} ${address.pathname.slice("/api/v3".length)}`, address, sent)
    : { status: 401, body: { message: "Bad credentials" } };
  const { status, body, link } = answer;
  response.writeHead(status, { "content-type": "application/json", ...(link && { link }) });
  response.end(body === undefined ? "" : JSON.stringify(body));
};

const route = (world: World, me: GitHubAccount, line: string, address: URL, sent: string): Answer => {
  const ofOwner = (owner: string) =>
    [...world.hosted.values()].filter(({ fullName }) => fullName.startsWith(`${owner}/`));
  if (line === "GET /user") return { status: 200, body: me };
  if (line === "GET /user/orgs") return { status: 200, body: [organization] };
  if (line === "GET /user/repos") return page(world, address, ofOwner(me.login));
  if (line === `GET /orgs/${organization.login}/repos`) return page(world, address, ofOwner(organization.login));
  if (line === "GET /search/repositories") return search(world, address);
  const [, method, fullName, hookId] = /^(\w+) \/repos\/([^/]+\/[^/]+)\/hooks(?:\/(\d+))?$/.exec(line) ?? [];
  if (fullName === undefined || !world.hosted.has(fullName)) return { status: 404, body: { message: "Not Found" } };
  if (method === "POST") return addHook(world, fullName, sent);
  if (method === "GET")
    return { status: 200, body: world.hooks.filter((hook) => hook.fullName === fullName).map(shown) };
  const at = world.hooks.findIndex(({ id }) => `${id}` === hookId);
  if (at < 0) return { status: 404, body: { message: "Not Found" } };
  world.hooks.splice(at, 1);
  return { status: 204 };
};

const addHook = ({ hooks }: World, fullName: string, sent: string): Answer => {
  const { config } = JSON.parse(sent) as { config: { url: string; secret: string } };
  if (hooks.some((hook) => hook.fullName === fullName && hook.url === config.url))
    return {
      status: 422,
      body: { message: "Validation Failed", errors: [{ message: "Hook already exists on this repository" }] },
    };
  const hook = { id: 500 + hooks.length, fullName, url: config.url, secret: config.secret };
  hooks.push(hook);
  return { status: 201, body: shown(hook) };
};

const shown = ({ id, url }: Hook) => ({ id, config: { url } });

const page = (world: World, address: URL, all: readonly Hosted[]): Answer => {
  const size = Number(address.searchParams.get("per_page") ?? 30);
  const at = Number(address.searchParams.get("page") ?? 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const to = new URL(address);
  to.searchParams.set("page", `${last}`);
  return {
    status: 200,
    body: newestFirst(all)
      .slice((at - 1) * size, at * size)
      .map((each) => repository(world, each)),
    ...(at < last && { link: `<${to.href}>; rel="next", <${to.href}>; rel="last"` }),
  };
};

/** "words in:name user:ada fork:true" */
const search = (world: World, address: URL): Answer => {
  const parts = (address.searchParams.get("q") ?? "").split(" ");
  const owner = parts.find((part) => /^(user|org):/.test(part))?.split(":")[1] ?? "";
  const words = parts.filter((part) => !part.includes(":"));
  const found = [...world.hosted.values()].filter(
    ({ fullName }) => fullName.startsWith(`${owner}/`) && words.every((word) => fullName.split("/")[1]!.includes(word)),
  );
  const size = Number(address.searchParams.get("per_page") ?? 30);
  const at = Number(address.searchParams.get("page") ?? 1);
  const items = newestFirst(found).slice((at - 1) * size, at * size);
  return { status: 200, body: { total_count: found.length, items: items.map((each) => repository(world, each)) } };
};

const newestFirst = (all: readonly Hosted[]): Hosted[] => all.toSorted((a, b) => b.pushedAt.localeCompare(a.pushedAt));

const repository = ({ url }: World, { id, fullName, isPublic, pushedAt }: Hosted) => ({
  id,
  name: fullName.split("/")[1],
  full_name: fullName,
  owner: { login: fullName.split("/")[0] },
  private: !isPublic,
  default_branch: "main",
  clone_url: `${url}/${fullName}.git`,
  pushed_at: pushedAt,
});
