/**
 * Serves bare repositories over smart HTTP with git's own CGI program, with logins, redirects and a list of requests.
 */
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { atFileEnd } from "../file-end.ts";
import { listenOnLoopback } from "../server/loopback.ts";

export interface RemoteRepository {
  readonly url: string;
  /** Commits files on a branch (or as a root commit, with `force`) as another user's push. Returns the hash. */
  commit(
    files: Record<string, string>,
    options?: { branch?: string; message?: string; force?: boolean },
  ): Promise<string>;
  commitFolder(folder: string): Promise<void>;
  /** Hash of a branch, or 40 zeros. */
  head(branch: string): Promise<string>;
  deleteBranch(branch: string): Promise<void>;
}

interface CreateOptions {
  readonly login?: { readonly username: string; readonly password: string };
}

export interface GitServer {
  /** 127.0.0.1:port */
  readonly host: string;
  /** "GET /git/x.git/info/refs?service=…" of each request. */
  readonly requests: string[];
  /** Awaited before each answer. */
  onRequest: (() => Promise<void>) | undefined;
  create(name: string, branch?: string, options?: CreateOptions): Promise<RemoteRepository>;
  redirect(from: string, to: string): void;
  /** Answers requests that are not for a repository. */
  other: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
}

const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];

/** Serves until the test file ends. `mayRead` gets the sent password for repositories without their own credentials. */
export const serveGit = async (
  mayRead: (name: string, password: string) => boolean = () => true,
  prefix = "/git/",
): Promise<GitServer> => {
  const root = await mkdtemp(join(tmpdir(), "freehold-remote-"));
  atFileEnd(() => rm(root, { recursive: true, force: true, maxRetries: 3 }));
  const logins = new Map<string, NonNullable<CreateOptions["login"]>>();
  const redirects = new Map<string, string>();
  const below = new RegExp(`^${prefix}(.+)\\.git/(.*)$`);
  const git = async (folder: string, ...words: string[]): Promise<string> =>
    (await promisify(execFile)("git", ["-C", folder, ...identity, ...words])).stdout.trim();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    server.requests.push(`${request.method} ${request.url}`);
    await server.onRequest?.();
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, name, rest] = below.exec(url.pathname) ?? [];
    const away = name && redirects.get(`${prefix}${name}.git`);
    if (away) return void response.writeHead(302, { location: `${away}/${rest}${url.search}` }).end();
    if (name === undefined) return server.other ? server.other(request, response) : void response.writeHead(404).end();
    const [username, password = ""] = basicOf(request);
    const login = logins.get(name);
    const isAllowed = login ? login.username === username && login.password === password : mayRead(name, password);
    if (!isAllowed) return void response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
    serveCgi(root, `/${name}.git/${rest}`, url.search.slice(1), request, response);
  };

  const port = await listenOnLoopback((request, response) => void answer(request, response));
  const server: GitServer = {
    host: `127.0.0.1:${port}`,
    requests: [],
    onRequest: undefined,
    other: undefined,
    redirect: (from, to) => void redirects.set(from, to),
    create: async (name, branch = "main", { login } = {}) => {
      const bare = join(root, `${name}.git`);
      await mkdir(bare, { recursive: true });
      await git(bare, "init", "--quiet", "--bare", `--initial-branch=${branch}`);
      await git(bare, "config", "uploadpack.allowAnySHA1InWant", "true");
      if (login) logins.set(name, login);
      return repositoryAt(git, bare, branch, `http://127.0.0.1:${port}${prefix}${name}.git`);
    },
  };
  return server;
};

const repositoryAt = (
  git: (folder: string, ...words: string[]) => Promise<string>,
  bare: string,
  first: string,
  url: string,
): RemoteRepository => {
  const withFolder = async (fill: (work: string) => Promise<string>): Promise<string> => {
    const work = await mkdtemp(join(tmpdir(), "freehold-push-"));
    try {
      return await fill(work);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
  return {
    url,
    commit: (files, { branch = first, message = "A change", force = false } = {}) =>
      withFolder(async (work) => {
        await git(work, "init", "--quiet", "--initial-branch=main");
        await git(work, "fetch", "--quiet", bare, branch)
          .catch(() => git(work, "fetch", "--quiet", bare, first))
          .catch(() => "");
        if (!force) await git(work, "reset", "--quiet", "--hard", "FETCH_HEAD").catch(() => "");
        for (const [path, content] of Object.entries(files)) {
          await mkdir(dirname(join(work, path)), { recursive: true });
          await writeFile(join(work, path), content);
        }
        await git(work, "add", "--all", "--force", ".");
        await git(work, "commit", "--quiet", "-m", message);
        await git(work, "push", "--quiet", "--force", bare, `HEAD:refs/heads/${branch}`);
        return git(work, "rev-parse", "HEAD");
      }),
    commitFolder: async (folder) => {
      await git(folder, "init", "--quiet", "--initial-branch=main");
      await git(folder, "add", "--all", "--force", ".");
      await git(folder, "commit", "--quiet", "-m", "A folder");
      await git(folder, "push", "--quiet", "--force", bare, `HEAD:refs/heads/${first}`);
    },
    head: (branch) => git(bare, "rev-parse", "--verify", `refs/heads/${branch}`).catch(() => "0".repeat(40)),
    deleteBranch: async (branch) => void (await git(bare, "update-ref", "-d", `refs/heads/${branch}`)),
  };
};

const basicOf = ({ headers }: IncomingMessage): string[] =>
  Buffer.from(/^Basic (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "", "base64")
    .toString()
    .split(":");

const serveCgi = (
  root: string,
  path: string,
  query: string,
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  const child = spawn("git", ["http-backend"], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REQUEST_METHOD: request.method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      ...(request.headers["content-length"] && { CONTENT_LENGTH: request.headers["content-length"] }),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  response.once("close", () => child.kill());
  child.stdin.on("error", () => undefined);
  request.pipe(child.stdin);
  let head: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    if (!head) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    const lines = head.toString("latin1", 0, end).split("\r\n");
    const status = lines.find((line) => /^status:/i.test(line));
    for (const line of lines) {
      const [name = "", value = ""] = line.split(/:\s*/, 2);
      if (!/^status$/i.test(name)) response.setHeader(name, value);
    }
    response.writeHead(status ? Number.parseInt(status.slice(7), 10) : 200);
    response.write(head.subarray(end + 4));
    head = undefined;
  });
  child.stdout.once("end", () => response.end());
};
