/** Installs the engine's packages into the data directory when the first model needs them: 80 MB that most servers don't need. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findNpm, npmEnvironment, npmProblem } from "../../../lib/npm.ts";

export type Gpu = "off" | "cuda" | "vulkan" | "metal";

interface Lock {
  readonly packages: Record<
    string,
    { readonly version: string; readonly optionalDependencies?: Record<string, string> }
  >;
}

const packages = join(import.meta.dirname, "packages");
const engineKey = "node_modules/node-llama-cpp";
const timeoutMs = 10 * 60_000;

/** Where Node.js finds the engine in a folder that `installEngine` returned. */
export const entryOf = (folder: string): string => join(folder, engineKey, "dist/index.js");

/**
 * Returns the folder with the engine for this machine, installed by npm from the lock file without running scripts.
 * Resolves at once if it is there. @throws Error with one sentence if npm or its registry is unavailable.
 */
export const installEngine = async (parent: string, gpu: Gpu, signal: AbortSignal): Promise<string> => {
  const lock = JSON.parse(await readFile(join(packages, "package-lock.json"), "utf8")) as Lock;
  const folder = join(parent, `engine-${lock.packages[engineKey]!.version}-${gpu}`);
  if (await isThere(entryOf(folder))) return folder;
  const npm = await findNpm(process.env);
  if (npm === undefined) throw new Error("Local AI models need npm, which is not installed on the server.");
  const draft = `${folder}.${randomUUID()}`;
  try {
    await mkdir(draft, { recursive: true });
    await cp(join(packages, "package.json"), join(draft, "package.json"));
    await writeFile(join(draft, "package-lock.json"), JSON.stringify(lockFor(lock, binariesFor(gpu))));
    await runNpm(npm, draft, signal);
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another process was faster: its copy is equivalent.
      if (!(await isThere(entryOf(folder)))) throw error;
    });
    return folder;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Names of the packages with the compiled engine. @throws Error if there is none for this machine. */
const binariesFor = (gpu: Gpu): readonly string[] => {
  const system = process.platform === "darwin" ? "mac" : process.platform;
  const machine = `${system}-${process.arch}`;
  const main: Readonly<Record<string, string>> = {
    "linux-x64": "linux-x64",
    "linux-arm64": "linux-arm64",
    "mac-arm64": "mac-arm64-metal",
    "mac-x64": "mac-x64",
  };
  const graphics: Readonly<Record<string, readonly string[]>> = {
    "linux-x64 cuda": ["linux-x64-cuda", "linux-x64-cuda-ext"],
    "linux-x64 vulkan": ["linux-x64-vulkan"],
    "mac-arm64 metal": [],
  };
  const extra = gpu === "off" ? [] : graphics[`${machine} ${gpu}`];
  if (main[machine] === undefined)
    throw new Error(`Local AI models don't run on ${process.platform} (${process.arch}).`);
  if (!extra) throw new Error(`AI_GPU=${gpu} is not available on ${process.platform} (${process.arch}).`);
  return [main[machine], ...extra];
};

/** Returns the lock file without the compiled engines for other machines, which are up to 650 MB. */
const lockFor = (lock: Lock, binaries: readonly string[]): Lock => {
  const isWanted = (name: string): boolean =>
    !name.startsWith("@node-llama-cpp/") || binaries.includes(name.slice("@node-llama-cpp/".length));
  const wanted = <T>(all: Record<string, T>, nameOf: (key: string) => string): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([key]) => isWanted(nameOf(key))));
  const kept = wanted(lock.packages, (key) => key.replace(/^node_modules\//, ""));
  const engine = kept[engineKey]!;
  const optionalDependencies = wanted(engine.optionalDependencies ?? {}, (name) => name);
  return { ...lock, packages: { ...kept, [engineKey]: { ...engine, optionalDependencies } } };
};

const runNpm = async (npmFolder: string, folder: string, signal: AbortSignal): Promise<void> => {
  const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const options = { cwd: folder, env: npmEnvironment(process.env), signal, timeout: timeoutMs } as const;
  try {
    await promisify(execFile)(process.execPath, [join(npmFolder, "bin/npm-cli.js"), "ci", ...quietly], options);
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(
      `The engine for local AI models couldn't be installed from the package registry (${npmProblem(error)}).`,
      {
        cause: error,
      },
    );
  }
};
