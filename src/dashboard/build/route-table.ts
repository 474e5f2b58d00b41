/** Route data for the page's inline script: each route's first call and files. */
import { broadcast } from "../../../resources/account/notices.ts";
import { outlook } from "../../../resources/billing/account-calls.ts";
import { firstRecharge } from "../../../resources/billing/deposit-calls.ts";
import { registration } from "../../../resources/chains/activation.ts";
import type { CallSpec } from "../../../resources/declare/define.ts";
import { aliases, baseName } from "../../../resources/declare/aliases.ts";
import { parseCall } from "../../../resources/declare/endpoints.ts";
import { pages, resources } from "../../../resources/index.ts";
import { teamUsage } from "../../../resources/operator/overview.ts";
import type { EarlyCall, EarlyRoute } from "../early/start.ts";
import { breadcrumbs } from "../framework/derive/breadcrumbs.ts";
import { firstCalls, type FirstCall } from "../framework/derive/list-calls.ts";
import { menuPathOf } from "../framework/derive/menu.ts";
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
      ...(!plan.bare && entryOf(plan)),
      ...(call && {
        list: {
          ...earlyCall(call),
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

const entryOf = ({ path, handle }: RoutePlan): Pick<EarlyRoute, "entry"> => {
  const entry = menuPathOf(declared, handle);
  return entry === undefined || entry === path ? {} : { entry };
};

const earlyCalls = (...specs: readonly CallSpec[]): EarlyCall[] => specs.map(({ call }) => earlyCall(parseCall(call)));

/** What every screen of a signed-in user asks for once it is drawn. */
export const shellCalls = earlyCalls(broadcast);

/** What the balance in the drawer asks for. A team's own user has the access that it requires. */
export const ownerCalls = earlyCalls(outlook, teamUsage);

/** What the offer to new users (app/session/welcome.ts) asks for. */
export const newcomerCalls = earlyCalls(registration, firstRecharge);

function earlyCall({ alias, path }: Pick<FirstCall, "alias" | "path">): EarlyCall {
  return { service: baseName(alias), base: aliases[alias], path };
}

/** Maps paths to breadcrumb labels, for screens whose path has no parameters. */
export const crumbTable = (): Record<string, string[]> =>
  Object.fromEntries(
    planRoutes(declared)
      .filter(({ path, bare }) => !bare && !/[:*]/.test(path))
      .map(({ path, handle }) => [path, breadcrumbs(declared, handle, {}).map(({ label }) => label)]),
  );
