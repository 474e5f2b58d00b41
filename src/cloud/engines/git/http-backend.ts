/** Serves smart HTTP (gitprotocol-http) through Git's CGI program. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { callEngine } from "../../kernel/observe/process-metrics.ts";
import type { GitExchange } from "./git.ts";
import { killGroup } from "./kill-group.ts";
import { holdReport } from "./report.ts";
import { gitEnvironment } from "./run-git.ts";

/** How a request is served. */
export interface Served {
  /** Folder of all repositories. */
  readonly root: string;
  /** Settings of Git in addition to the repository's. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Stores a push that Git has received, before its report is sent. Returns why references were refused. */
  store?(): Promise<ReadonlyMap<string, string>>;
}

const headBytesMax = 64 * 1024;

/**
 * Answers one request of a Git client; the caller ends the response. A disconnecting client stops the Git processes,
 * unless they already have the whole push.
 */
export const serveExchange = (served: Served, exchange: GitExchange): Promise<void> =>
  callEngine({ engine: "git", upstream: "clients", operation: "exchange" }, () => runExchange(served, exchange));

const runExchange = async (served: Served, exchange: GitExchange): Promise<void> => {
  const { request, response } = exchange;
  const child = spawn("git", ["http-backend"], {
    env: environmentOf(served, exchange),
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  const exited = once(child, "close");
  const errorOutput = text(child.stderr);
  const abandon = (): void => {
    if (!response.writableFinished && !(served.store && request.complete)) killGroup(child.pid);
  };
  response.once("close", abandon);
  // A program that exits early breaks the pipe; its response contains the reason.
  pipeline(request, child.stdin).catch(() => child.stdin.destroy());
  try {
    const store = served.store && (() => exited.then(([code]) => (code === 0 ? served.store!() : new Map())));
    await answer(child.stdout, response, store);
    await exited;
  } catch (error) {
    killGroup(child.pid);
    await exited;
    if (response.destroyed) return;
    throw new Error(`git http-backend failed: ${(await errorOutput).trim()}`, { cause: error });
  } finally {
    response.off("close", abandon);
  }
};

const environmentOf = (
  { root, settings = {} }: Served,
  { request, repository, path, query, user }: GitExchange,
): Record<string, string> => ({
  ...gitEnvironment(settings),
  GIT_PROJECT_ROOT: root,
  GIT_HTTP_EXPORT_ALL: "1",
  GIT_PROTOCOL: headerOf(request, "git-protocol"),
  REQUEST_METHOD: request.method ?? "GET",
  PATH_INFO: `/${repository}.git/${path}`,
  QUERY_STRING: query,
  CONTENT_TYPE: headerOf(request, "content-type"),
  HTTP_CONTENT_ENCODING: headerOf(request, "content-encoding"),
  ...(request.headers["content-length"] !== undefined && { CONTENT_LENGTH: request.headers["content-length"] }),
  REMOTE_USER: user,
  REMOTE_ADDR: request.socket.remoteAddress ?? "",
  GIT_COMMITTER_NAME: user,
  GIT_COMMITTER_EMAIL: `${user}@users.freehold.invalid`,
});

const headerOf = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? "");

/** With `store`, the report of a push is sent once it is stored. */
const answer = async (stdout: Readable, response: ServerResponse, store: Served["store"]): Promise<void> => {
  const { head, rest } = await readHead(stdout);
  let status = 200;
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else if (colon > 0) response.setHeader(name, value);
  }
  response.writeHead(status);
  const send = async (bytes: Buffer): Promise<void> => {
    // A fully received push continues without its client; the output is dropped.
    if (bytes.length > 0 && !response.destroyed && !response.write(bytes)) await drained(response);
  };
  const report = store && status === 200 ? holdReport() : undefined;
  const pass = (bytes: Buffer): Promise<void> => send(report ? report.take(bytes) : bytes);
  await pass(rest);
  for await (const chunk of stdout) await pass(chunk as Buffer);
  if (report) await send(report.end(await store!()));
};

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });

const readHead = async (stdout: Readable): Promise<{ head: string; rest: Buffer }> => {
  let bytes = Buffer.alloc(0);
  while (bytes.length < headBytesMax) {
    const chunk = stdout.read() as Buffer | null;
    if (chunk === null) {
      if (stdout.readableEnded || stdout.destroyed) break;
      await Promise.race([once(stdout, "readable"), once(stdout, "end")]);
      continue;
    }
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf("\r\n\r\n");
    if (end >= 0) return { head: bytes.toString("latin1", 0, end), rest: bytes.subarray(end + 4) };
  }
  throw new Error("no headers received");
};
