import type { Page, Resource, Verb } from "../../../../resources/declare/define.ts";

/** One screen of the product, before anything is loaded. */
export interface RoutePlan {
  /** "projects.show" or "page.overview". */
  readonly id: string;
  /** In the router's words: "/hosting/project/:projName/:id". */
  readonly path: string;
  /** "projects/show" or "overview/page": the file in its capability that draws it. */
  readonly file: string;
  readonly handle: RouteHandle;
  /** A public screen without the shell. */
  readonly bare: boolean;
  /** Available only with development pages. */
  readonly development?: true;
}

/** Metadata of a matched route; screens never derive their resource from the URL. */
export type RouteHandle =
  | { readonly kind: "resource"; readonly resource: string; readonly verb: Verb }
  | { readonly kind: "page"; readonly page: string };

interface Declared {
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
}

/** Every route that the registry declares. */
export const planRoutes = ({ resources, pages }: Declared): RoutePlan[] => [
  ...resources.flatMap((resource) =>
    (Object.entries(resource.routes) as [Verb, string][]).map(([verb, template]) => ({
      id: `${resource.name}.${verb}`,
      path: toRouterPath(template),
      file: `${resource.name}/${verb}`,
      handle: { kind: "resource" as const, resource: resource.name, verb },
      bare: false,
    })),
  ),
  ...pages.map((page) => ({
    id: `page.${page.name}`,
    path: toRouterPath(page.path),
    file: `${page.name}/page`,
    handle: { kind: "page" as const, page: page.name },
    bare: page.login === false,
    ...(page.development && { development: true as const }),
  })),
];

/** "{id}" → ":id"; the wildcard stays. */
export const toRouterPath = (template: string): string => template.replace(/\{(\w+)\}/g, ":$1");
