/**
 * Which modules travel together. Left alone the bundler makes a file of every set of modules that two screens share;
 * these two groups make the first screen a handful of requests.
 */
import type { Plugin, Rolldown } from "vite";
import { pages } from "../../../resources/pages.ts";

const entry = ["/src/dashboard/main.tsx"];
const firstScreens = [
  "/src/dashboard/app/shell/shell-route.tsx",
  "/src/dashboard/framework/pages/generated-page.ts",
  "/src/dashboard/framework/pages/list-page.tsx",
  "/src/dashboard/pages/projects/list.tsx",
];

/** What the shell loads after the first screen. */
const afterwards = ["/src/dashboard/app/session/welcome.ts", "/src/dashboard/app/palette/palette-dialog.tsx"];

const publicPages = pages.filter((page) => "login" in page && page.login === false);
const screensOf = (of: readonly { readonly name: string }[]): readonly string[] =>
  of.map(({ name }) => `/src/dashboard/pages/${name}/page.tsx`);
/** What a rollup's users see of it, and Boost: nobody meets these on the way in. */
const isRollups = ({ path }: { readonly path: string }): boolean => /^\/(explorer|bridge)\//.test(path);
const isBoosts = ({ path }: { readonly path: string }): boolean => /^\/boost(\/|$)/.test(path);
const publicScreens = screensOf(publicPages.filter((page) => !isRollups(page) && !isBoosts(page)));
const rollupScreens = screensOf(publicPages.filter(isRollups));
const boostScreens = screensOf(publicPages.filter(isBoosts));
/** Its first load is counted in kilobytes (tests/bundle.test.ts), so it shares as little as it can. */
const boostHome = ["page", "home", "invitation"].map((name) => `/src/dashboard/pages/boost/${name}.tsx`);

/**
 * "core": all that the entry imports, and what the shell shares with a page for anyone, which must not load the shell for
 * it. "shell": what the shell and a list need beside that; "parts": the same, of which a rollup's pages or Boost's home
 * need some; "shared": the rest that other pages of Boost need. "then": what the shell loads after the first screen, in
 * one file instead of a dozen; "public": the same, of which a page for anyone needs some. A group takes along what its
 * modules import, in the order of the groups' names, so these come after "core".
 */
export const chunkName = (id: string, context: Rolldown.ChunkingContext): string | null => {
  const isNeededBy = (screens: readonly string[]): boolean => isReachedFrom(screens, id, context, new Set());
  if (id.includes("rolldown/runtime") || isNeededBy(entry)) return "core";
  if (!isNeededBy(firstScreens)) {
    const isForAnyone = [publicScreens, rollupScreens, boostHome, boostScreens].some(isNeededBy);
    if (!isNeededBy(afterwards)) return null;
    return isForAnyone ? "public" : "then";
  }
  if (isNeededBy(publicScreens)) return "core";
  if (isNeededBy(rollupScreens) || isNeededBy(boostHome)) return "parts";
  return isNeededBy(boostScreens) ? "shared" : "shell";
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

/**
 * Nearly all of "core" and "shell" runs before the first list is drawn. Browsers that know this comment compile the file whole, away
 * from the main thread, instead of each function when it is first called. It counts on a file's first line only.
 */
export const compileHintPlugin = (): Plugin => ({
  name: "freehold-compile-hint",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && (file.name === "core" || file.name === "shell"))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
});
