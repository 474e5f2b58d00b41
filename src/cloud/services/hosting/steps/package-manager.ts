import { access, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { parseJson } from "../../../../../resources/hosting/manifest.ts";

/** What installs a folder's packages. */
export interface PackageManager {
  readonly install: string;
  /** The lock file of Yarn 1, which names the addresses of packages. */
  readonly lock?: "yarn.lock";
  /** Programs that npm does not bring, as scripts that npm's cache answers: "pnpm" → `npx … pnpm@10`. */
  readonly shims: Readonly<Record<string, string>>;
}

const fileBytesMax = 16 * 1024 * 1024;

/**
 * The package manager that a folder's lock file asks for, in the version that package.json names or else one that reads that
 * lock file; undefined without a package.json.
 */
export const packageManagerOf = async (folder: string): Promise<PackageManager | undefined> => {
  const manifest = await readText(join(folder, "package.json"));
  if (manifest === undefined) return undefined;
  const named = namedIn(manifest);
  const has = (name: string) => isThere(join(folder, name));
  if ((await has("package-lock.json")) || (await has("npm-shrinkwrap.json"))) return { install: "npm ci", shims: {} };
  const pnpmLock = await readText(join(folder, "pnpm-lock.yaml"));
  if (pnpmLock !== undefined) return pnpm(named.pnpm ?? pnpmFor(pnpmLock));
  const yarnLock = await readText(join(folder, "yarn.lock"));
  if (yarnLock !== undefined)
    return yarnLock.includes("\n__metadata:") ? modernYarn(named.yarn) : classicYarn(named.yarn);
  return { install: "npm install", shims: {} };
};

const pnpm = (version: string): PackageManager => ({
  install: "pnpm install --frozen-lockfile",
  shims: { pnpm: through(`pnpm@${version}`, "pnpm"), pnpx: through(`pnpm@${version}`, "pnpx") },
});

/** Each format of the lock file was written by other versions. */
const pnpmFor = (lock: string): string => {
  const format = /^lockfileVersion:\s*'?(\d+)/m.exec(lock)?.[1];
  if (format === "5") return "7";
  return format === "6" ? "8" : "10";
};

const classicYarn = (version = "1"): PackageManager => ({
  lock: "yarn.lock",
  install: "yarn install --frozen-lockfile",
  shims: { yarn: through(`yarn@${version}`, "yarn") },
});

/** From version 2 on. Its own way to find packages, without node_modules, is unknown to npm's scripts. */
const modernYarn = (version = "4"): PackageManager => ({
  install: "YARN_NODE_LINKER=node-modules yarn install --immutable",
  shims: { yarn: through(`@yarnpkg/cli-dist@${version}`, "yarn") },
});

/** The build step has no network: what the installation fetched is in npm's cache. */
const through = (spec: string, program: string): string =>
  `#!/bin/sh\nexec npx --yes --prefer-offline --package=${spec} ${program} "$@"\n`;

const manifestSchema = z.object({ packageManager: z.optional(z.string()) });

/** "pnpm@9.1.0+sha512.…" names program and version; nothing else is taken into a command. */
const namedIn = (manifest: string): Partial<Record<string, string>> => {
  const { packageManager = "" } = manifestSchema.safeParse(parseJson(manifest)).data ?? {};
  const [, program = "", version] = /^(pnpm|yarn)@(\d+\.\d+\.\d+(?:-[\w.]+)?)(?:\+.*)?$/.exec(packageManager) ?? [];
  return { [program]: version };
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Text of a file; undefined when it is absent, or too large to be what it is called. */
const readText = async (path: string): Promise<string | undefined> => {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() && found.size <= fileBytesMax ? readFile(path, "utf8") : undefined;
};
