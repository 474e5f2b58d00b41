/** Installed modules: those of the setting FREEHOLD_MODULES, loaded and checked before anything is opened. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { join, parse, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallSpec, Page, Resource } from "../../../resources/declare/define.ts";
import { callsOf } from "../../../resources/declare/endpoints.ts";
import { portable, type PortableResource } from "../../../resources/declare/portable.ts";
import type { ModuleMigrations } from "../engines/database/migrate.ts";
import type { Module } from "./module.ts";

export interface Installed {
  readonly modules: readonly Module[];
  readonly resources: readonly Resource[];
  readonly calls: readonly CallSpec[];
  readonly migrations: ModuleMigrations;
  /** The resources, for the dashboard. */
  readonly portable: readonly PortableResource[];
}

/** What modules must not declare again. */
interface Taken {
  readonly modules: readonly Module[];
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
}

const nothing: Taken = { modules: [], resources: [], pages: [] };

/**
 * Loads modules by paths or package names from the working directory. Throws an error that names the module if it is missing, fails to load,
 * exports no module, or declares what another one or Freehold (`taken`) has.
 */
export const loadModules = async (places: readonly string[], taken: Taken = nothing): Promise<Installed> => {
  if (places.length > 0) shareEntry();
  const modules: Module[] = [];
  const resources: Resource[] = [];
  const sent: PortableResource[] = [];
  for (const place of places) {
    try {
      const module = await load(place);
      check(module, {
        modules: [...taken.modules, ...modules],
        resources: [...taken.resources, ...resources],
        pages: taken.pages,
      });
      modules.push(module);
      resources.push(...(module.resources ?? []));
      sent.push(...(module.resources ?? []).map(portable));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The module ${place} of FREEHOLD_MODULES can't be loaded. ${reason}`, { cause: error });
    }
  }
  return {
    modules,
    resources,
    calls: modules.flatMap((module) => module.calls ?? []),
    migrations: Object.fromEntries(
      modules.flatMap(({ name, migrations = {} }) =>
        Object.entries(migrations).map(([step, migration]) => [`${name}/${step}`, migration]),
      ),
    ),
    portable: sent,
  };
};

const entry = pathToFileURL(join(import.meta.dirname, `../module${parse(import.meta.filename).ext}`)).href;

/** Lets every module import this program's `freehold/module`, wherever the module is: a second copy would not know its fields. */
const shareEntry = (): void =>
  void registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "freehold/module" ? { url: entry, shortCircuit: true } : next(specifier, context),
  });

const load = async (place: string): Promise<Module> => {
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(find(place)).href)) as { readonly default?: unknown };
  const module = loaded.default as Partial<Module> | undefined;
  if (typeof module?.name !== "string" || typeof module.build !== "function")
    throw new Error("Its default export is not a module. Export the result of defineModule.");
  return module as Module;
};

/** Returns the file of a module: the path itself, or the entry of a package. */
const find = (place: string): string => {
  const folders = /^[./]/.test(place)
    ? [resolve(place)]
    : (createRequire(resolve("package.json")).resolve.paths(place) ?? []).map((folder) => join(folder, place));
  const found = folders.find((folder) => existsSync(folder));
  if (found === undefined)
    throw new Error(`It was not found. Use a path, or a package installed there, relative to ${process.cwd()}.`);
  return statSync(found).isDirectory() ? join(found, entryOf(found)) : found;
};

interface Manifest {
  readonly exports?: string | { readonly "."?: string | Conditions } | Conditions;
  readonly main?: string;
}
interface Conditions {
  readonly import?: string;
  readonly default?: string;
}

const entryOf = (folder: string): string => {
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) return "index.js";
  const { exports = {}, main = "index.js" } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest;
  const own = typeof exports === "object" && "." in exports ? exports["."]! : (exports as string | Conditions);
  return typeof own === "string" ? own : (own.import ?? own.default ?? main);
};

const check = (module: Module, taken: Taken): void => {
  const { name, resources = [], calls = [] } = module;
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new Error(`Its name "${name}" must begin with a letter and contain only a-z, 0-9 and hyphens.`);
  if (taken.modules.some((other) => other.name === name))
    throw new Error(`The name "${name}" is taken by another module.`);
  const subjects = new Set([...taken.resources, ...taken.pages].map((declared) => declared.name));
  const paths = new Set([...taken.pages.map(({ path }) => path), ...taken.resources.flatMap(pathsOf)].map(shapeOf));
  for (const resource of resources) {
    if (subjects.has(resource.name)) throw new Error(`The resource name "${resource.name}" is taken.`);
    const path = pathsOf(resource).find((route) => paths.has(shapeOf(route)));
    if (path !== undefined) throw new Error(`The path "${path}" of the resource "${resource.name}" is taken.`);
    subjects.add(resource.name);
    for (const route of pathsOf(resource)) paths.add(shapeOf(route));
  }
  const base = `$modules/${name}`;
  const known = new Set<string>();
  for (const { call, log } of [...resources.flatMap(callsOf), ...calls]) {
    if (!`${call}/`.includes(` ${base}/`)) throw new Error(`The call "${call}" must begin with ${base}.`);
    if (known.has(shapeOf(call))) throw new Error(`The call "${call}" is declared twice.`);
    if (log === undefined && !call.startsWith("GET "))
      throw new Error(`The call "${call}" needs a code for the operation log: set access or log, or log: false.`);
    known.add(shapeOf(call));
  }
};

const pathsOf = ({ routes }: Resource): string[] => Object.values(routes);

/** Names of placeholders make no difference. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}");
