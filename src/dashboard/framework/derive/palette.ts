import type { Page, Resource } from "../../../../resources/declare/define.ts";
import { createTitle, routeTitle, type Declared } from "./titles.ts";
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
    return [place(path, title, resource.menu?.section ?? resource.group ?? "", icon, keywordsOf(resource, verb))];
  });

/** A creation is found by the usual verbs too. Without a page, it is a dialog of the list. */
const keywordsOf = (resource: Resource, verb: "list" | "create"): readonly string[] => {
  const { name, routes, calls, keywords = [] } = resource;
  if (verb === "create") return [name, ...createVerbs, ...keywords];
  if (routes.create) return [name];
  return [name, ...(calls.create ? [createTitle(resource)] : []), ...keywords];
};
const createVerbs = ["create", "add", "new"];

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

/**
 * Returns the places that match every search term: in the label, or at the start of another word. Labels that begin with
 * the terms come first, then labels with such a word, labels that contain them, and other words.
 */
export const findPlaces = (places: readonly Place[], question: string): Place[] => {
  const asked = question.toLowerCase().split(/\s+/).filter(Boolean);
  return places
    .map((place) => ({ place, rank: Math.max(0, ...asked.map((term) => rankOf(place, term, asked[0]!))) }))
    .filter(({ rank }) => rank < unmatched)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ place }) => place);
};

const unmatched = 4;

/** Only the first term must begin the label. */
const rankOf = ({ label, words }: Place, term: string, first: string): number => {
  const name = label.toLowerCase();
  if (name.startsWith(term) || (term !== first && startsWord(name, term))) return 0;
  if (startsWord(name, term)) return 1;
  if (name.includes(term)) return 2;
  return startsWord(words, term) ? 3 : unmatched;
};

const startsWord = (text: string, term: string): boolean =>
  text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(term)) || ` ${text}`.includes(` ${term}`);

const isFixed = (path: string): boolean => !/[{*]/.test(path);
