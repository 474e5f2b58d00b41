/**
 * Groups modules into chunks. By default the bundler creates a file for every set of modules that two screens share;
 * these groups reduce the first screen to a few requests.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { pages } from "../../../resources/pages.ts";

const entry = ["/src/dashboard/main.tsx"];
const firstScreens = [
  "/src/dashboard/app/shell/shell-route.tsx",
  "/src/dashboard/framework/pages/generated-page.ts",
  "/src/dashboard/framework/pages/list-page.tsx",
  "/src/dashboard/hosting/projects/list.tsx",
];

/** Modules that the shell loads after the first screen. */
const loadedLater = [
  "/src/dashboard/app/session/welcome.ts",
  "/src/dashboard/app/shell/balance-meter.tsx",
  "/src/dashboard/app/shell/changelog-badge.tsx",
  "/src/dashboard/account/flows/notices/browser-notices.ts",
];
/** Loaded after them. */
const palette = ["/src/dashboard/app/palette/palette-dialog.tsx"];

const publicPages = pages.filter((page) => "login" in page && page.login === false);
const screensOf = (of: readonly { readonly name: string }[]): readonly string[] =>
  of.map(({ name }) => `/${name}/page.tsx`);
/** Public rollup pages and Boost: not on the way into the dashboard. */
const isRollups = ({ path }: { readonly path: string }): boolean => /^\/(explorer|bridge)\//.test(path);
const isBoosts = ({ path }: { readonly path: string }): boolean => /^\/boost(\/|$)/.test(path);
const publicScreens = screensOf(publicPages.filter((page) => !isRollups(page) && !isBoosts(page)));
const rollupScreens = screensOf(publicPages.filter(isRollups));
const boostScreens = screensOf(publicPages.filter(isBoosts));
/** Has a size budget for its first load (tests/contract/source/bundle.test.ts), so it shares as little as possible. */
const boostHome = ["page", "home", "invitation"].map((name) => `/src/dashboard/boost/boost/${name}.tsx`);

/** Evaluated before the rest of "core": with open developer tools, V8 parses the whole file of each error that React creates then. */
export const reactModules = /\/node_modules\/(react|react-dom|scheduler)\//;

const queryModules = /@tanstack\/(query-core|react-query)\/|\/ui\/query-cache\.ts$/;

/** For lists of unknown length, in storage only. */
const infiniteModules = /\/(infiniteQueryObserver|useInfiniteQuery)\.js$/;

/** Refine's forms and mutations: loaded with the first form or action. */
const mutationModules = new RegExp(
  "/@refinedev/core/src/(" +
    [
      "hooks/(form|redirection|navigation|invalidate|auditLog)/",
      "hooks/(auth/useGetIdentity|live/usePublish|refine/use(MutationMode|WarnAboutChange)|router/use-get-to-path)",
      "hooks/data/use(Create|Update|Delete|CustomMutation)\\.",
      "definitions/helpers/(async-debounce|redirectPage|flatten-object-keys|property-path-to-array)/",
    ].join("|") +
    ")",
);

/** Of the palette and of the public documentation, which must not load the shell for it. */
const searchModules = /\/(ui\/dialogs\/search-dialog\.|lib\/async\/use-settled\.ts)/;

/** What every page of Boost needs, in one file instead of seven. */
const nodeModules =
  /\/(boost\/flows\/boost\/(boost-toast|host|node|problem-of|return-here)|resources\/boost\/(limits|messages))\.ts$/;

/**
 * "query": the query cache, which the shell needs and public pages load later.
 * "core": all imports of the entry, and modules that the shell shares with a public page, which must not load the shell
 * for them.
 * "shell": other modules of the shell and a list; "parts": those of them, and of "then", that a rollup's pages or Boost need.
 * "then": modules that the shell loads after the first screen, in one file instead of two dozen; "tools": the palette's;
 * "public": those of them that a public page needs.
 * A group includes the imports of its modules, in the order of the groups' names, so these come after "core".
 */
export const chunkName = (id: string, context: Rolldown.ChunkingContext): string | null => {
  if (infiniteModules.test(id) || mutationModules.test(id)) return null;
  if (queryModules.test(id)) return "query";
  if (nodeModules.test(id)) return "node";
  if (searchModules.test(id)) return "search";
  const isNeededBy = (screens: readonly string[]): boolean => isReachedFrom(screens, id, context, new Set());
  if (id.includes("rolldown/runtime") || isNeededBy(entry)) return "core";
  if (!isNeededBy(firstScreens)) {
    const isLater = isNeededBy(loadedLater);
    if (!isLater && !isNeededBy(palette)) return null;
    if ([boostHome, boostScreens].some(isNeededBy)) return "parts";
    if ([publicScreens, rollupScreens].some(isNeededBy)) return "public";
    return isLater ? "then" : "tools";
  }
  if (isNeededBy(publicScreens)) return "core";
  return [rollupScreens, boostHome, boostScreens].some(isNeededBy) ? "parts" : "shell";
};

const isReachedFrom = (
  starts: readonly string[],
  id: string,
  context: Rolldown.ChunkingContext,
  seen: Set<string>,
): boolean => {
  if (starts.some((start) => id.endsWith(start))) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (context.getModuleInfo(id)?.importers ?? []).some((importer) =>
    isReachedFrom(starts, importer, context, seen),
  );
};

const hinted = new Set(["react", "core", "shell", "query", "parts", "then", "public", "tools", "search", "socket"]);

/**
 * Adds the compile hint to the files that each signed-in page runs nearly whole. Browsers that support this comment
 * compile the file off the main thread, instead of each function at its first call. It works only on a file's first line.
 */
export const compileHintPlugin = (): Plugin => ({
  name: "freehold-compile-hint",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && hinted.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
});

/** Lists the modules of each file in `.chunks`, which is not served: for tests of what is loaded when. */
export const chunkListPlugin = (): Plugin => ({
  name: "freehold-chunk-list",
  apply: "build",
  async writeBundle({ dir }, bundle) {
    const chunks = Object.values(bundle).flatMap((file) =>
      file.type === "chunk" ? [{ fileName: file.fileName, imports: file.imports, moduleIds: file.moduleIds }] : [],
    );
    await writeFile(join(dir!, ".chunks"), JSON.stringify(chunks));
  },
});
