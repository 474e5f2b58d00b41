/**
 * Emulates GitHub: its OAuth pages, the part of its API that Freehold uses, its push webhooks, and real Git over smart
 * HTTP. Answers as documented by GitHub, and is as strict: PKCE, single-use codes, tokens.
 */
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { serveGit, type RemoteRepository } from "./git-server.ts";
import { answerApi, type GitHubAccount, type Hook, type Hosted } from "./github-api.ts";

export interface GitHubEmulator {
  /** The settings a server needs to use it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly url: string;
  readonly requests: string[];
  readonly hooks: Hook[];
  /** The server's responses to webhook deliveries. */
  readonly deliveries: number[];
  /** Creates a repository of ada or her organization "meadow", private by default. */
  repository(fullName: string, options?: { isPublic?: boolean; pushedAt?: string }): Promise<EmulatedRepository>;
  /** Changes the user signed in at GitHub to another account, even for the same name. */
  become(login: string): void;
  /** Revokes all tokens issued so far, as when a user revokes the app. */
  revoke(): void;
  /** Sends the last webhook delivery again, byte for byte. */
  replay(changes?: { readonly body?: string; readonly delivery?: string }): Promise<number>;
}

export interface EmulatedRepository extends RemoteRepository {
  /** Commits as a user's push, which calls the webhooks. */
  push(files: Record<string, string>, options?: { branch?: string; message?: string }): Promise<string>;
}

const clientId = "stand-in-client";
const clientSecret = "stand-in-secret";

interface Grant {
  readonly account: GitHubAccount;
  readonly challenge: string;
  readonly redirectUri: string;
}

/** Serves until the test file ends. By default, the signed-in user is ada, a member of "meadow". */
export const startGitHubEmulator = async (): Promise<GitHubEmulator> => {
  const hosted = new Map<string, Hosted>();
  const hooks: Hook[] = [];
  const tokens = new Map<string, GitHubAccount>();
  const codes = new Map<string, Grant>();
  const deliveries: number[] = [];
  let present: GitHubAccount = { id: 1, login: "ada" };
  let nextId = 100;
  const mayRead = (name: string, password: string) => hosted.get(name)?.isPublic === true || tokens.has(password);
  const git = await serveGit(mayRead, "/");
  const url = `http://${git.host}`;
  let last: { url: string; body: string; headers: Record<string, string> } | undefined;

  git.other = (request, response) => void answer(request, response);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = new URL(request.url ?? "/", url);
    if (address.pathname === "/login/oauth/authorize") return authorize(address, codes, present, response);
    if (address.pathname === "/login/oauth/access_token")
      return giveToken(new URLSearchParams(await textOf(request)), codes, tokens, response);
    if (address.pathname.startsWith("/api/v3/"))
      return answerApi({ hosted, hooks, tokens, url }, request, address, response);
    response.writeHead(404).end();
  };

  const send = async ({ url: to, body, headers }: NonNullable<typeof last>): Promise<number> => {
    const { status } = await fetch(to, { method: "POST", body, headers });
    deliveries.push(status);
    return status;
  };
  const tell = async (hook: Hook, event: string, payload: object): Promise<void> => {
    const body = JSON.stringify(payload);
    const signature = `sha256=${createHmac("sha256", hook.secret).update(body).digest("hex")}`;
    last = {
      url: hook.url,
      body,
      headers: {
        "content-type": "application/json",
        "x-github-event": event,
        "x-github-delivery": randomUUID(),
        "x-hub-signature-256": signature,
      },
    };
    await send(last);
  };

  return {
    settings: {
      GITHUB_CLIENT_ID: clientId,
      GITHUB_CLIENT_SECRET: clientSecret,
      GITHUB_URL: url,
      GITHUB_API_URL: `${url}/api/v3`,
    },
    url,
    requests: git.requests,
    hooks,
    deliveries,
    become: (login) => {
      present = { id: (nextId += 1), login };
    },
    revoke: () => tokens.clear(),
    replay: ({ body, delivery } = {}) =>
      send({
        ...last!,
        body: body ?? last!.body,
        headers: { ...last!.headers, ...(delivery && { "x-github-delivery": delivery }) },
      }),
    repository: async (fullName, { isPublic = false, pushedAt = new Date().toISOString() } = {}) => {
      const remote = await git.create(fullName);
      const entry: Hosted = { id: 1000 + hosted.size, fullName, isPublic, pushedAt };
      hosted.set(fullName, entry);
      return {
        ...remote,
        push: async (files, options = {}) => {
          const branch = options.branch ?? "main";
          const before = await remote.head(branch);
          const after = await remote.commit(files, options);
          const payload = {
            ref: `refs/heads/${branch}`,
            before,
            after,
            repository: { id: entry.id, full_name: fullName },
          };
          for (const hook of hooks.filter((each) => each.fullName === fullName)) await tell(hook, "push", payload);
          return after;
        },
      };
    },
  };
};

/** The page on which a user authorizes or declines. */
const authorize = (address: URL, codes: Map<string, Grant>, account: GitHubAccount, response: ServerResponse): void => {
  const query = address.searchParams;
  const back = query.get("redirect_uri") ?? "";
  const isRight =
    query.get("client_id") === clientId &&
    query.get("code_challenge_method") === "S256" &&
    query.get("scope") === "repo read:org" &&
    URL.canParse(back);
  if (!isRight) return void response.writeHead(400).end("This is not how Freehold asks.");
  const code = randomBytes(10).toString("hex");
  codes.set(code, { account, challenge: query.get("code_challenge") ?? "", redirectUri: back });
  const link = (answer: Record<string, string>): string => {
    const to = new URL(back);
    for (const [name, value] of Object.entries({ ...answer, state: query.get("state") ?? "" }))
      to.searchParams.set(name, value);
    return to.href.replaceAll("&", "&amp;");
  };
  response.writeHead(200, { "content-type": "text/html" }).end(
    `<!doctype html><title>Authorize Freehold</title><h1>Authorize Freehold</h1>
     <a href="${link({ code })}">Authorize</a>
     <a href="${link({ error: "access_denied", error_description: "The user has denied your application access." })}">Cancel</a>`,
  );
};

/** Returns errors with status 200, like GitHub. A code is single use and requires its challenge's verifier. */
const giveToken = (
  sent: URLSearchParams,
  codes: Map<string, Grant>,
  tokens: Map<string, GitHubAccount>,
  response: ServerResponse,
): void => {
  const grant = codes.get(sent.get("code") ?? "");
  codes.delete(sent.get("code") ?? "");
  const challenge = createHash("sha256")
    .update(sent.get("code_verifier") ?? "")
    .digest("base64url");
  const problem = problemOf(sent, grant, challenge);
  const token = `gho_${randomBytes(18).toString("hex")}`;
  if (!problem) tokens.set(token, grant!.account);
  const body = problem
    ? { error: problem, error_description: `The stand-in says: ${problem}.` }
    : { access_token: token, token_type: "bearer", scope: "repo,read:org" };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
};

const problemOf = (sent: URLSearchParams, grant: Grant | undefined, challenge: string): string | undefined => {
  if (sent.get("client_id") !== clientId || sent.get("client_secret") !== clientSecret)
    return "incorrect_client_credentials";
  if (!grant || grant.challenge !== challenge) return "bad_verification_code";
  return grant.redirectUri === sent.get("redirect_uri") ? undefined : "redirect_uri_mismatch";
};
