/** Serves smart HTTP (gitprotocol-http) through Git's CGI program. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { repositoryBytesMax } from "../../../../resources/limits.ts";
import type { GitExchange, PushedRef } from "./git.ts";
import { killGroup } from "./kill-group.ts";
import { gitEnvironment, runGit } from "./run-git.ts";

export interface Place {
  /** Folder of all repositories. */
  readonly root: string;
  /** Folder with the post-receive hook that records the changes of a push. */
  readonly hooks: string;
}

const headBytesMax = 64 * 1024;
/** Environment variable with the path of the hook's output. */
export const pushedFileVariable = "FREEHOLD_PUSHED_FILE";

/**
 * Answers one request of a Git client and returns the references changed by a push. The caller ends the response, so
 * that it can process a push before the client sees the result. A disconnecting client stops the Git processes, unless
 * they already have the whole push.
 */
export const serveExchange = async (place: Place, exchange: GitExchange): Promise<readonly PushedRef[]> => {
  const { request, response, service } = exchange;
  const pushedFile = join(tmpdir(), `freehold-push-${randomUUID()}`);
  const isPush = service === "git-receive-pack";
  const child = spawn("git", ["http-backend"], {
    env: await environmentOf(place, exchange, isPush, pushedFile),
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  const exited = once(child, "close");
  const errorOutput = text(child.stderr);
  const abandon = (): void => {
    if (!response.writableFinished && !(isPush && request.complete)) killGroup(child.pid);
  };
  response.once("close", abandon);
  // A program that exits early breaks the pipe; its response contains the reason.
  pipeline(request, child.stdin).catch(() => child.stdin.destroy());
  try {
    await answer(child.stdout, response);
    await exited;
    return isPush ? await readPushed(pushedFile) : [];
  } catch (error) {
    killGroup(child.pid);
    await exited;
    if (response.destroyed) return [];
    throw new Error(`git http-backend failed: ${(await errorOutput).trim()}`, { cause: error });
  } finally {
    response.off("close", abandon);
    await rm(pushedFile, { force: true });
  }
};

const environmentOf = async (
  { root, hooks }: Place,
  { request, repository, path, query, user }: GitExchange,
  isPush: boolean,
  pushedFile: string,
): Promise<Record<string, string>> => ({
  ...gitEnvironment(
    isPush
      ? { "core.hooksPath": hooks, "receive.maxInputSize": `${await roomLeft(join(root, `${repository}.git`))}` }
      : {},
  ),
  ...(isPush && { [pushedFileVariable]: pushedFile }),
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

/** Returns the bytes that a push may still add; Git treats 0 as "no limit". */
const roomLeft = async (repository: string): Promise<number> => {
  const counted = (await runGit([`--git-dir=${repository}`, "count-objects", "-v"])).toString();
  const kibibytes = [...counted.matchAll(/^size(?:-pack|-garbage)?: (\d+)$/gm)].map(([, size]) => Number(size));
  return Math.max(1, repositoryBytesMax - kibibytes.reduce((sum, size) => sum + size, 0) * 1024);
};

const headerOf = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? "");

const answer = async (stdout: Readable, response: ServerResponse): Promise<void> => {
  const { head, rest } = await readHead(stdout);
  let status = 200;
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else if (colon > 0) response.setHeader(name, value);
  }
  response.writeHead(status);
  if (rest.length > 0) response.write(rest);
  for await (const chunk of stdout) {
    // A fully received push continues without its client; the output is dropped.
    if (!response.destroyed && !response.write(chunk)) await drained(response);
  }
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

const readPushed = async (file: string): Promise<readonly PushedRef[]> => {
  const written = await readFile(file, "utf8").catch(() => "");
  return written
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [before = "", after = "", ref = ""] = line.split(" ");
      return { ref, before: hashOrNone(before), after: hashOrNone(after) };
    });
};

const hashOrNone = (hash: string): string | undefined => (/^0+$/.test(hash) ? undefined : hash);
