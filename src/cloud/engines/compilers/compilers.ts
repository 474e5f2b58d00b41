/** Solidity compilers of any release, installed from the package registry when the first contract needs one. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import { installPackages } from "../../lib/npm.ts";
import type { CompilerOutput, StandardJson } from "./standard-json.ts";

export interface Compilers {
  /** Compiles with one release, such as "0.8.28". One contract at a time; others wait. @throws CompilerFailed */
  compile(version: string, input: StandardJson): Promise<CompilerOutput>;
  close(): Promise<void>;
}

/** The compiler can't be used, or ended without a result. The message is a sentence for users. */
export class CompilerFailed extends Error {}

const installMs = 120_000;
const compileMs = 60_000;
const memoryMegabytes = 1024;

/** `folder`: for installed compilers. */
export const openCompilers = (folder: string): Compilers => {
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  const compile = async (version: string, input: StandardJson): Promise<CompilerOutput> => {
    closing.signal.throwIfAborted();
    const compiler = await installed(join(folder, `solc-${version}`), version, closing.signal);
    return run(compiler, input, closing.signal);
  };
  return {
    compile: (version, input) => {
      const result = last.then(() => compile(version, input));
      last = result.catch(() => undefined);
      return result;
    },
    close: async () => {
      closing.abort(new Error("The server stops."));
      await last;
    },
  };
};

/** Returns the package's folder. */
const installed = async (folder: string, version: string, signal: AbortSignal): Promise<string> => {
  const holds = "node_modules/solc";
  const files = { "package.json": JSON.stringify({ private: true }) };
  const command = ["install", `solc@${version}`];
  await installPackages({ folder, holds, files, command, timeoutMs: installMs, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new CompilerFailed(`Compiler ${version} couldn't be installed (${(error as Error).message}).`);
  });
  return join(folder, holds);
};

/** Runs a compiler in another process, which a hostile source can only end. */
const run = async (compiler: string, input: StandardJson, signal: AbortSignal): Promise<CompilerOutput> => {
  const child = fork(join(import.meta.dirname, `process${extname(import.meta.filename)}`), [compiler], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {},
    execArgv: [`--max-old-space-size=${memoryMegabytes}`],
    serialization: "advanced",
    signal,
    timeout: compileMs,
  });
  try {
    const ended = endOf(child);
    child.send(input);
    const [output] = (await Promise.race([once(child, "message"), ended])) as [CompilerOutput];
    return output;
  } finally {
    child.kill("SIGKILL");
  }
};

const endOf = async (child: ChildProcess): Promise<never> => {
  await once(child, "exit");
  throw new CompilerFailed(
    `The compiler took longer than ${compileMs / 1000} seconds or too much memory. Verify fewer sources at once.`,
  );
};
