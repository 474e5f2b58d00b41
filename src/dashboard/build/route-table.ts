/** Route data for the page's inline script: each route's first call and files. */
import { aliases, baseName } from "../../../resources/declare/aliases.ts";
import { pages, resources } from "../../../resources/index.ts";
import type { EarlyRoute } from "../early/start.ts";
import { breadcrumbs } from "../framework/derive/breadcrumbs.ts";
import { firstCalls } from "../framework/derive/list-calls.ts";
import { planRoutes, type RoutePlan } from "../framework/derive/routes.ts";

const declared = { resources, pages };

/** Files that a route needs in addition to the entry's; known to a build, not to a development server. */
export type FilesOf = (plan: RoutePlan) => readonly string[];

export const routeTable = (filesOf: FilesOf): { routes: EarlyRoute[]; files: string[] } => {
  const files: string[] = [];
  const indexOf = (file: string): number => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const calls = new Map(firstCalls(resources).map((call) => [call.route, call]));
  // The first match wins: static segments come before parameters.
  const plans = planRoutes(declared).toSorted((a, b) => a.path.split(":").length - b.path.split(":").length);
  const routes = plans.map((plan): EarlyRoute => {
    const call = calls.get(plan.path);
    return {
      path: plan.path,
      ...(plan.bare && { bare: true as const }),
      ...(call && {
        list: {
          alias: call.alias,
          service: baseName(call.alias),
          base: aliases[call.alias],
          path: call.path,
          from: call.from,
          ...(call.access && { access: call.access }),
          ...(call.operator && { operator: call.operator }),
          ...(call.whole && { whole: call.whole }),
        },
      }),
      files: filesOf(plan).map(indexOf),
    };
  });
  return { routes, files };
};

/** Maps paths to breadcrumb labels, for screens whose path has no parameters. */
export const crumbTable = (): Record<string, string[]> =>
  Object.fromEntries(
    planRoutes(declared)
      .filter(({ path, bare }) => !bare && !/[:*]/.test(path))
      .map(({ path, handle }) => [path, breadcrumbs(declared, handle, {}).map(({ label }) => label)]),
  );
