/** Runs the built CLI in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { compileCommandLine } from "../../../src/cli/build-plugin.ts";
import { atFileEnd } from "../file-end.ts";
import { root } from "../hosting/source-files.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Standard input; never a terminal. */
  readonly input?: string;
}

/** Sets up a user's computer with the CLI: nothing is stored outside of `folder`. */
export const commandLine = async () => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-cli-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, "freehold.mjs");
  await writeFile(program, await compileCommandLine(root));
  const config = join(folder, "config");

  const run = async (
    args: readonly string[],
    { cwd = folder, env = {}, input = "" }: RunOptions = {},
  ): Promise<Ran> => {
    const { FREEHOLD_TOKEN: _token, FREEHOLD_HOST: _host, ...inherited } = process.env;
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { ...inherited, XDG_CONFIG_HOME: config, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.end(input);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return { code: child.exitCode!, stdout, stderr };
  };

  /** Creates a folder with these files. */
  const site = async (name: string, files: Record<string, string>): Promise<string> => {
    const at = join(folder, name);
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(at, path)), { recursive: true });
      await writeFile(join(at, path), content);
    }
    return at;
  };

  return { folder, program, credentials: join(config, "freehold/credentials.json"), run, site };
};
