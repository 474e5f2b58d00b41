import type { Page, Resource } from "../../../../resources/declare/define.ts";
import { routeTitle, type Declared } from "./titles.ts";
import type { Allows } from "./menu.ts";

/** A place the command palette can go to. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly group: string;
  readonly icon: string;
  /** A state to show beside it, and its label. */
  readonly state?: { readonly word: string; readonly label: string };
  /** Lowercase search terms. */
  readonly words: string;
}

/** Returns all allowed screens without parameters; public ones come last. */
export const placesOf = (declared: Declared, allows: Allows, exists: (file: string) => boolean): Place[] => {
  const pages = declared.pages.filter(
    (page) => page.palette !== false && isFixed(page.path) && exists(`${page.name}/page`),
  );
  return [
    ...pages.filter((page) => page.login !== false && allows("show", page.name)).map(pagePlace),
    ...declared.resources.flatMap((resource) => resourcePlaces(declared, resource, allows)),
    ...pages.filter((page) => page.login === false).map(pagePlace),
  ];
};

const pagePlace = ({ path, title, group, menu, keywords }: Page): Place =>
  place(path, title, menu?.section ?? group ?? "", menu?.icon, keywords);

const resourcePlaces = (declared: Declared, resource: Resource, allows: Allows): Place[] =>
  (["list", "create"] as const).flatMap((verb) => {
    const path = resource.routes[verb];
    if (!path || !isFixed(path) || !allows(verb, resource.name)) return [];
    const title = routeTitle(declared, { kind: "resource", resource: resource.name, verb }, {});
    const icon = verb === "create" ? "plus" : resource.menu?.icon;
    return [place(path, title, resource.menu?.section ?? resource.group ?? "", icon, [resource.name])];
  });

const place = (
  to: string,
  label: string,
  group: string,
  icon = "arrow-right",
  keywords: readonly string[] = [],
): Place => ({
  to,
  label,
  group: group === label ? "" : group,
  icon,
  words: [label, group, ...keywords].join(" ").toLowerCase(),
});

/** Returns the places that match every search term; earlier matches in the label rank higher. */
export const findPlaces = (places: readonly Place[], question: string): Place[] => {
  const asked = question.toLowerCase().split(/\s+/).filter(Boolean);
  return places
    .filter(({ words }) => asked.every((word) => words.includes(word)))
    .toSorted((a, b) => rank(a, asked) - rank(b, asked));
};

const rank = ({ label }: Place, asked: readonly string[]): number => {
  const at = label.toLowerCase().indexOf(asked[0] ?? "");
  return at === -1 ? 1000 : at;
};

const isFixed = (path: string): boolean => !/[{*]/.test(path);
