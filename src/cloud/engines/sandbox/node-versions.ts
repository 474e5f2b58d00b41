/** The versions of Node.js for builds: the server's own, and others installed from npm on first use. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { NodeVersion } from "../../../../resources/hosting/builds/node-versions.ts";
import type { NodeRuntime, Programs } from "./programs.ts";
import { npmEnvironment, npmProblem } from "../../lib/npm.ts";
import { isAlive } from "../../lib/temporary-folder.ts";

/** A version that is unavailable. Its message is shown to users. */
export class NodeMissing extends Error {}

export interface FetchNode {
  /** Called with a message if there is something to wait for. */
  onLine(line: string): void;
  readonly signal?: AbortSignal;
}

export type NodeVersions = ReturnType<typeof createNodeVersions>;

/** The npm bundled with Node.js 18 to 22; the system's own may be too new for them. */
const npmPackage = "npm@10";
const fetchTimeoutMs = 10 * 60_000;
const draftPrefix = `.new-${hostname()}-`;

export interface NodeVersionsOptions {
  /** Folder of the versions; several workers may share it. */
  readonly folder: string;
  readonly programs: Programs;
  /** Returns the output of `node --version` and `npm --version` in a sandbox with that runtime. */
  tryOut(runtime: NodeRuntime): Promise<string[]>;
}

export const createNodeVersions = (options: NodeVersionsOptions) => {
  const { folder, programs } = options;
  const closing = new AbortController();
  const fetching = new Map<NodeVersion, Promise<NodeRuntime>>();
  const begin = (version: NodeVersion): Promise<NodeRuntime> => {
    const started = install(options, version, closing.signal).finally(() => fetching.delete(version));
    fetching.set(version, started);
    return started;
  };
  return {
    /**
     * Returns Node.js of this major version. Fetched once, even if several builds request it at the same time; cancelling
     * one build does not affect the others. Rejects with `NodeMissing` if the registry does not have it.
     */
    fetch: async (version: NodeVersion, { onLine, signal }: FetchNode): Promise<NodeRuntime> => {
      if (process.versions.node.startsWith(`${version}.`)) return programs;
      if (await isThere(join(folder, version))) return runtimeIn(join(folder, version));
      onLine(`Fetching Node.js ${version} …`);
      return unlessAborted(fetching.get(version) ?? begin(version), signal);
    },
    close: async (): Promise<void> => {
      closing.abort();
      await Promise.allSettled(fetching.values());
    },
  };
};

const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
};

/** Installs a version. It gets its final name only when it is complete and has run successfully. */
const install = async (
  { folder, programs, tryOut }: NodeVersionsOptions,
  version: NodeVersion,
  signal: AbortSignal,
): Promise<NodeRuntime> => {
  await removeStaleDrafts(folder);
  const draft = join(folder, `${draftPrefix}${process.pid}-${randomUUID()}`);
  const place = join(folder, version);
  try {
    await mkdir(draft, { recursive: true });
    await runNpm(programs, draft, version, signal);
    // As root, builds run it as another user.
    await promisify(execFile)("chmod", ["-R", "go+rX", "--", draft]);
    const [output] = (await isThere(draft)) ? await tryOut(runtimeIn(draft)) : [];
    if (!output?.startsWith(`v${version}.`))
      throw new NodeMissing(missing(version, "the downloaded version doesn't run on this machine"));
    await rename(draft, place).catch(async (error: unknown) => {
      // Another worker was faster: its copy is equivalent.
      if (!(await isThere(place))) throw error;
    });
    return runtimeIn(place);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

const packageName = `node-linux-${process.arch}`;

const runtimeIn = (folder: string): NodeRuntime => ({
  node: join(folder, "node_modules", packageName, "bin/node"),
  npmFolder: join(folder, "node_modules/npm"),
});

const isThere = (folder: string): Promise<boolean> => {
  const { node, npmFolder } = runtimeIn(folder);
  return Promise.all([access(node), access(join(npmFolder, "bin/npm-cli.js"))]).then(
    () => true,
    () => false,
  );
};

/** Runs npm with its own configuration: the system's registry, proxies and certificates. It dies with this process. */
const runNpm = async (programs: Programs, draft: string, version: NodeVersion, signal: AbortSignal): Promise<void> => {
  // Without a package.json here, npm would use one of a parent folder.
  await writeFile(join(draft, "package.json"), "{}");
  const bound = ["--dev-bind", "/", "/", "--die-with-parent", "--chdir", draft];
  const npm = [process.execPath, join(programs.npmFolder, "bin/npm-cli.js")];
  const quietly = ["--ignore-scripts", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  const packages = [`${packageName}@${version}`, npmPackage];
  const command = [...bound, ...npm, "install", "--prefix", draft, ...quietly, ...packages];
  try {
    const options = {
      env: npmEnvironment(process.env),
      signal,
      timeout: fetchTimeoutMs,
      killSignal: "SIGKILL",
    } as const;
    await promisify(execFile)(programs.bwrap, command, options);
  } catch (error) {
    signal.throwIfAborted();
    throw new NodeMissing(missing(version, npmProblem(error)), { cause: error });
  }
};

const missing = (version: NodeVersion, why: string): string =>
  `Couldn't fetch Node.js ${version} from the package registry (${why}). Deploy again later, or choose another version.`;

/** Removes the drafts of killed processes on this machine. */
const removeStaleDrafts = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(draftPrefix) ? Number.parseInt(name.slice(draftPrefix.length), 10) : process.pid;
    if (pid !== process.pid && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
};
