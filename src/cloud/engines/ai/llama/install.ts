/** Installs the engine's packages into the data directory when the first model needs them: 80 MB that most servers don't need. */
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { installPackages } from "../../../lib/npm.ts";

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
  const files = {
    "package.json": await readFile(join(packages, "package.json"), "utf8"),
    "package-lock.json": JSON.stringify(lockFor(lock, binariesFor(gpu))),
  };
  const holds = relative(folder, entryOf(folder));
  await installPackages({ folder, holds, files, command: ["ci"], timeoutMs, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(`The engine for local AI models couldn't be installed (${(error as Error).message}).`, {
      cause: error,
    });
  });
  return folder;
};

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
