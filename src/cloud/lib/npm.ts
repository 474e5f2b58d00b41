/** The machine's npm: where it is, its environment, its errors, and packages that it installs while the server runs. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findOnPath } from "./programs.ts";

/** Finds npm by its own environment variable, or by the `npm` on PATH. */
export const findNpm = async (environment: NodeJS.ProcessEnv): Promise<string | undefined> => {
  const candidates = [environment.npm_execpath, await findOnPath("npm", environment.PATH ?? "")];
  for (const candidate of candidates) {
    const folder = candidate && (await packageFolder(candidate, "npm"));
    if (folder) return folder;
  }
  return undefined;
};

const packageFolder = async (file: string, name: string): Promise<string | undefined> => {
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) return undefined;
  const folder = dirname(dirname(real));
  const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
  return (JSON.parse(manifest) as { name?: unknown }).name === name ? folder : undefined;
};

/** Settings of the npm that started the server, which apply to the server's folder. */
const foreign = /^npm_(lifecycle|package|command$|config_(local_|global_)?prefix$)/;
/** Variables for npm, the network and certificates; none of the server's own settings. */
const wanted = /^(PATH|HOME|USER|LANG|TMPDIR|XDG_.*|npm_.*|(https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i;

/** Returns the environment for npm: its settings, proxies and certificates. */
export const npmEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => wanted.test(name) && !foreign.test(name)));

/** Returns what npm says about its failure, without its error codes. */
export const npmProblem = (error: unknown): string => {
  const { stderr = "", message } = error as { stderr?: string; message: string };
  const lines = stderr.split("\n").map((line) => line.replace(/^npm error( code)?/, "").trim());
  const output = lines.find((line) => line !== "" && !/^E[A-Z0-9]+$/.test(line));
  return (output ?? lines.find(Boolean) ?? message.split("\n")[0]!).replace(/\.$/, "").slice(0, 200);
};

interface Installation {
  readonly folder: string;
  /** A path in the folder that is there once the packages are. */
  readonly holds: string;
  /** Contents of package.json and the lock file, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** npm's command: ["ci"], ["install", "solc@0.8.28"]. */
  readonly command: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Installs packages into a folder, unless they are there. Their scripts don't run. @throws Error with what npm says. */
export const installPackages = async (installation: Installation): Promise<void> => {
  const { folder, holds, files, command, timeoutMs, signal } = installation;
  const isThere = (): Promise<boolean> =>
    access(join(folder, holds)).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  const npm = await findNpm(process.env);
  if (npm === undefined) throw new Error("npm is not installed on the server");
  const draft = `${folder}.${randomUUID()}`;
  try {
    await mkdir(draft, { recursive: true });
    for (const [name, content] of Object.entries(files)) await writeFile(join(draft, name), content);
    const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const options = { cwd: draft, env: npmEnvironment(process.env), signal, timeout: timeoutMs } as const;
    await promisify(execFile)(process.execPath, [join(npm, "bin/npm-cli.js"), ...command, ...quietly], options).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw new Error(npmProblem(error), { cause: error });
      },
    );
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another process was faster: its copy is equivalent.
      if (!(await isThere())) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};
