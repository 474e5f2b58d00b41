/** Runs the system's Git, isolated from the system's settings, credentials and hooks. */
import { execFile, spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { callEngine } from "../../kernel/observe/process-metrics.ts";

/** Git's own error message. */
export class GitError extends Error {}

const outputBytesMax = 64 * 1024 * 1024;

/** Settings for every call, which override those of the repository. */
const settings: readonly (readonly [string, string])[] = [
  ["safe.directory", "*"],
  ["core.symlinks", "false"],
  ["core.fsmonitor", "false"],
  ["protocol.file.allow", "never"],
  ["gc.autoDetach", "false"],
  ["user.useConfigOnly", "true"],
];

export interface GitOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number;
  /** Standard input. */
  readonly input?: string;
}

/** Returns the clean environment of a Git process. `extra` overrides the settings. */
export const gitEnvironment = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const all = [...settings, ["core.hooksPath", "/dev/null"] as const, ...Object.entries(extra)];
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: "/nonexistent",
    LC_ALL: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "http:https",
    GIT_CONFIG_COUNT: `${all.length}`,
    ...Object.fromEntries(
      all.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
};

/** Returns the standard output of a Git command. Throws `GitError` with Git's last message. */
export const runGit = async (gitArguments: readonly string[], options: GitOptions = {}): Promise<Buffer> => {
  try {
    const output = await callEngine({ engine: "git", upstream: "local", operation: "run" }, async () => {
      const running = promisify(execFile)("git", gitArguments, {
        env: { ...gitEnvironment(), ...options.environment },
        encoding: "buffer",
        maxBuffer: options.maxBytes ?? outputBytesMax,
        ...(options.signal && { signal: options.signal }),
      });
      // A program that exits early breaks the pipe; its exit code says why.
      running.child.stdin?.on("error", () => undefined).end(options.input ?? "");
      const done = running.then(({ stdout }) => stdout);
      return done.catch((error: Error & { code?: unknown }) => {
        // An exit code is an answer: the engine works.
        if (typeof error.code === "number") return error;
        throw error;
      });
    });
    if (output instanceof Error) throw output;
    return output;
  } catch (error) {
    options.signal?.throwIfAborted();
    const said = (error as { stderr?: Buffer }).stderr?.toString().trim();
    throw new GitError(said || (error as Error).message, { cause: error });
  }
};

/** Starts a Git command with streamed output. */
export const streamGit = (gitArguments: readonly string[]): ChildProcessByStdio<null, Readable, null> =>
  spawn("git", gitArguments, { env: gitEnvironment(), stdio: ["ignore", "pipe", "ignore"] });
