/** Git over HTTP: checks access to the repository; the Git engine does the rest. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Db } from "../../engines/database/database.ts";
import type { Git, GitExchange, PushedRef } from "../../engines/git/git.ts";
import { clientOf } from "../../engines/network/client.ts";
import type { Pusher } from "./push-events.ts";
import { findByPath, type RepositoryRecord } from "./store.ts";

/** Returns the team and user of an auth token, and whether the user can change the team's hosting. */
export type VerifyToken = (
  token: string,
) => Promise<{ readonly teamId: string; readonly userId: string; readonly mayDeploy: boolean } | undefined>;

export interface GitHttp {
  readonly db: Db;
  readonly git: Git;
  readonly verifyToken: VerifyToken;
  onPushed(repository: RepositoryRecord, refs: readonly PushedRef[], pusher: Pusher): Promise<void>;
}

type Target = Pick<GitExchange, "service" | "path" | "query"> & { readonly namespace: string; readonly name: string };

/**
 * Answers a Git client. The password of Basic authentication is an auth token. Another team's repositories are not
 * found. A push is answered after its listeners have run or are queued.
 */
export const handleGitRequest = async (
  parts: GitHttp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (isLfs(request)) return refuseLfs(response);
  const target = targetOf(request);
  if (!target) return refuse(response, 404, "No repository found at this URL.");
  const caller = await parts.verifyToken(tokenOf(request));
  if (!caller) return refuse(response, 401, "Use an auth token as the password.");
  if (target.service === "git-receive-pack" && !caller.mayDeploy)
    return refuse(response, 403, "You have read-only access to this repository. Ask the team owner for access.");
  const repository = await findByPath(parts.db, caller.teamId, target.namespace, target.name);
  if (!repository) return refuse(response, 404, "No repository found at this URL.");
  const refs = await parts.git.serve({
    request,
    response,
    repository: `${repository.namespace}/${repository.name}`,
    service: target.service,
    path: target.path,
    query: target.query,
    user: caller.userId,
  });
  try {
    await parts.onPushed(repository, refs, { personId: caller.userId, ip: clientOf(request).address });
  } finally {
    response.end();
  }
};

/** Other hosts accept their URLs without ".git" too. */
const address = /^\/git\/([\w-]+)\/([\w.-]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

/** Parses the three URLs of smart HTTP; undefined for others. */
const targetOf = (request: IncomingMessage): Target | undefined => {
  const url = new URL(request.url ?? "/", "http://localhost");
  const [, namespace = "", name = "", path] = address.exec(url.pathname) ?? [];
  const service = path === "info/refs" ? url.searchParams.get("service") : path;
  if (request.method !== (path === "info/refs" ? "GET" : "POST")) return undefined;
  if (service !== "git-upload-pack" && service !== "git-receive-pack") return undefined;
  return { namespace, name, service, path: path as Target["path"], query: url.search.slice(1) };
};

/** Returns the password, or the user name if the URL has only the token (https://<token>@…). */
const tokenOf = (request: IncomingMessage): string => {
  const encoded = /^Basic (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const [user = "", ...password] = Buffer.from(encoded, "base64").toString().split(":");
  return password.join(":") || user;
};

const isLfs = ({ url = "" }: IncomingMessage): boolean => /^\/git\/[\w-]+\/[\w.-]+\/info\/lfs(?:\/|\?|$)/.test(url);

/** An error in the form of Git LFS (its Batch API), which the client shows. */
const refuseLfs = (response: ServerResponse): void => {
  const message =
    "This Git host doesn't store Git LFS objects. Commit the files themselves, or upload them to a bucket.";
  response.writeHead(501, { "content-type": "application/vnd.git-lfs+json" });
  response.end(JSON.stringify({ message, documentation_url: "https://git-lfs.com" }));
};

/** The body is not read: the connection closes with the response. */
const refuse = (response: ServerResponse, status: 401 | 403 | 404, message: string): void => {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    ...(status === 401 && { "www-authenticate": 'Basic realm="Freehold", charset="UTF-8"' }),
  });
  response.end(`${message}\n`);
};
