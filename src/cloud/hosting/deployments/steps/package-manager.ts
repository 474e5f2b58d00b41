import { access } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { parseJson } from "../../../../../resources/hosting/builds/manifest.ts";
import { foldersUpTo, readText, workspaceAround } from "./workspaces.ts";

/** The package manager of a folder. */
export interface PackageManager {
  /** Where the lock file is and dependencies are installed: the folder, or that of the workspace around it. */
  readonly folder: string;
  readonly install: string;
  /** The lock file of Yarn 1, which contains the URLs of packages. */
  readonly lock?: "yarn.lock";
  /** Programs not included with npm, as scripts run from npm's cache: "pnpm" → `npx … pnpm@10`. */
  readonly shims: Readonly<Record<string, string>>;
}

type Programs = Omit<PackageManager, "folder">;

/**
 * Returns the package manager of the lock file in a folder, or in the folder of the workspace around it, in the version from
 * the nearest package.json that names one, or else one that reads the lock file; undefined without a package.json.
 * `source`: the repository's root.
 */
export const packageManagerOf = async (folder: string, source = folder): Promise<PackageManager | undefined> => {
  if (!(await isThere(join(folder, "package.json")))) return undefined;
  const named = await namedAbove(folder, source);
  const own = await programsOf(folder, named);
  if (own) return { folder, ...own };
  const around = await workspaceAround(folder, source);
  const shared = around === undefined ? undefined : await programsOf(around, named);
  if (around === undefined || !shared) return { folder, install: "npm install", shims: {} };
  return { folder: around, ...shared };
};

/** Returns undefined without a lock file. */
const programsOf = async (folder: string, named: Named): Promise<Programs | undefined> => {
  const has = (name: string) => isThere(join(folder, name));
  if ((await has("package-lock.json")) || (await has("npm-shrinkwrap.json"))) return { install: "npm ci", shims: {} };
  const pnpmLock = await readText(join(folder, "pnpm-lock.yaml"));
  if (pnpmLock !== undefined) return pnpm(named.pnpm ?? pnpmFor(pnpmLock));
  const yarnLock = await readText(join(folder, "yarn.lock"));
  if (yarnLock === undefined) return undefined;
  return yarnLock.includes("\n__metadata:") ? modernYarn(named.yarn) : classicYarn(named.yarn);
};

const pnpm = (version: string): Programs => ({
  install: "pnpm install --frozen-lockfile",
  shims: { pnpm: through(`pnpm@${version}`, "pnpm"), pnpx: through(`pnpm@${version}`, "pnpx") },
});

/** Returns the version for a lock file: each wrote a different format. */
const pnpmFor = (lock: string): string => {
  const format = /^lockfileVersion:\s*'?(\d+)/m.exec(lock)?.[1];
  if (format === "5") return "7";
  return format === "6" ? "8" : "10";
};

const classicYarn = (version = "1"): Programs => ({
  lock: "yarn.lock",
  install: "yarn install --frozen-lockfile",
  shims: { yarn: through(`yarn@${version}`, "yarn") },
});

/** Yarn from version 2 on. Its resolution without node_modules doesn't work with npm's scripts. */
const modernYarn = (version = "4"): Programs => ({
  install: "YARN_NODE_LINKER=node-modules yarn install --immutable",
  shims: { yarn: through(`@yarnpkg/cli-dist@${version}`, "yarn") },
});

/** The build step has no network: the package was cached by npm during the installation. */
const through = (spec: string, program: string): string =>
  `#!/bin/sh\nexec npx --yes --prefer-offline --package=${spec} ${program} "$@"\n`;

const manifestSchema = z.object({ packageManager: z.optional(z.string()) });

type Named = Partial<Record<string, string>>;

/** Returns the program and version that the nearest package.json names. */
const namedAbove = async (folder: string, source: string): Promise<Named> => {
  for (const each of foldersUpTo(folder, source)) {
    const named = namedIn((await readText(join(each, "package.json"))) ?? "");
    if (Object.values(named).some((version) => version !== undefined)) return named;
  }
  return {};
};

/** Parses program and version of "pnpm@9.1.0+sha512.…"; nothing else gets into a command. */
const namedIn = (manifest: string): Named => {
  const { packageManager = "" } = manifestSchema.safeParse(parseJson(manifest)).data ?? {};
  const [, program = "", version] = /^(pnpm|yarn)@(\d+\.\d+\.\d+(?:-[\w.]+)?)(?:\+.*)?$/.exec(packageManager) ?? [];
  return { [program]: version };
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
