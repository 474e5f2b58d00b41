/** Runs bubblewrap and everything inside it as a unit. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { Launch } from "./arguments.ts";
import type { Programs } from "./programs.ts";

export interface Child {
  /** Process ID, outside, of the first process inside; undefined if the sandbox could not be created. */
  readonly insidePid: Promise<number | undefined>;
  readonly output: Readable;
  /** bubblewrap's own messages. */
  readonly errors: Readable;
  /** Resolves with the command's exit code when no process of the sandbox is left. */
  readonly ended: Promise<number>;
  /** Kills every process inside. */
  kill(): void;
}

const exitTimeoutMs = 10_000;

/** Starts bubblewrap with the seccomp filter and an empty environment. */
export const startChild = (
  { bwrap, seccomp }: Pick<Programs, "bwrap" | "seccomp">,
  { setup, program }: Launch,
): Child => {
  const bwrapArguments = ["--info-fd", "3", "--seccomp", "4", "--args", "5", "--", ...program];
  const child = spawn(bwrap, bwrapArguments, {
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe", "pipe"],
    env: {},
    detached: true,
  });
  const [, output, errors, info, filter, options] = child.stdio as unknown as [
    null,
    Readable,
    Readable,
    Readable,
    Writable,
    Writable,
  ];
  give(filter, seccomp);
  give(options, setup.map((argument) => `${argument}\0`).join(""));
  const insidePid = json(info).then(
    (said) => (said as { "child-pid"?: number })["child-pid"],
    () => undefined,
  );
  const exited = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? (signal === "SIGKILL" ? 137 : 1)));
  });
  const ended = exited.then(async (code) => {
    await waitForExit(await insidePid);
    return code;
  });
  return { insidePid, output, errors, ended, kill: () => void killAll(child.pid, insidePid) };
};

/** Ignores errors: a process that does not read its input has ended and reports why. */
const give = (pipe: Writable, content: string | Buffer): void => {
  pipe.on("error", () => undefined);
  pipe.end(content);
};

/**
 * Kills the first process inside, so that the kernel kills all others of its namespace. Also kills bubblewrap outside,
 * which may still be setting up; its children die with it.
 */
const killAll = async (outsidePid: number | undefined, insidePid: Promise<number | undefined>): Promise<void> => {
  const knownPid = await Promise.race([insidePid, delay(500, undefined, { ref: false })]);
  if (knownPid !== undefined) send(knownPid);
  if (outsidePid !== undefined) send(outsidePid);
};

const send = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

/**
 * Waits for the sandbox's first process, which exits last. Its adoptive parent may reap it late; a zombie counts as
 * exited.
 */
const waitForExit = async (pid: number | undefined): Promise<void> => {
  if (pid === undefined) return;
  const giveUpAt = Date.now() + exitTimeoutMs;
  while (Date.now() < giveUpAt && (await isRunning(pid))) await delay(5);
};

const isRunning = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat !== "" && !/^.*\) [ZX] /s.test(stat);
};
