import { access, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { parseJson } from "../../../../../resources/hosting/builds/manifest.ts";

/** The package manager of a folder. */
export interface PackageManager {
  readonly install: string;
  /** The lock file of Yarn 1, which contains the URLs of packages. */
  readonly lock?: "yarn.lock";
  /** Programs not included with npm, as scripts run from npm's cache: "pnpm" → `npx … pnpm@10`. */
  readonly shims: Readonly<Record<string, string>>;
}

const fileBytesMax = 16 * 1024 * 1024;

/**
 * Returns the package manager of a folder's lock file, in the version from package.json or else one that reads the lock
 * file; undefined without a package.json.
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

/** Returns the version for a lock file: each wrote a different format. */
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

/** Yarn from version 2 on. Its resolution without node_modules doesn't work with npm's scripts. */
const modernYarn = (version = "4"): PackageManager => ({
  install: "YARN_NODE_LINKER=node-modules yarn install --immutable",
  shims: { yarn: through(`@yarnpkg/cli-dist@${version}`, "yarn") },
});

/** The build step has no network: the package was cached by npm during the installation. */
const through = (spec: string, program: string): string =>
  `#!/bin/sh\nexec npx --yes --prefer-offline --package=${spec} ${program} "$@"\n`;

const manifestSchema = z.object({ packageManager: z.optional(z.string()) });

/** Parses program and version of "pnpm@9.1.0+sha512.…"; nothing else gets into a command. */
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

/** Reads the text of a file; undefined if it is missing or too large. */
const readText = async (path: string): Promise<string | undefined> => {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() && stats.size <= fileBytesMax ? readFile(path, "utf8") : undefined;
};
