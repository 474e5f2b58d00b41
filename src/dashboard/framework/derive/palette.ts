import type { Page, Resource } from "../../../../resources/declare/define.ts";
import { createTitle, routeTitle, type Declared } from "./titles.ts";
import type { Allows } from "./menu.ts";

/** The team's records, what can be done, screens, and pages of the documentation; in this order for equal matches. */
export type PlaceKind = "object" | "action" | "page" | "document";

/** An entry of the command palette. */
export interface Place {
  /** Identifies it among the recent ones. */
  readonly id: string;
  readonly kind: PlaceKind;
  readonly label: string;
  readonly group: string;
  readonly icon: string;
  /** Path that it opens; absent for an action in place, and for a bucket or file. */
  readonly to?: string;
  /** The bucket, with an empty key, or the file that it opens. */
  readonly file?: { readonly bucket: string; readonly key: string };
  /** Resource whose create form opens there. */
  readonly creates?: string;
  /** The action in place. */
  readonly run?: () => void;
  /** Resource of an object, whose list the user must be allowed to see. */
  readonly resource?: string;
  /** A state to show beside it, and its label. */
  readonly state?: { readonly word: string; readonly label: string };
  /** Further search terms. */
  readonly words?: string;
}

/** Returns all allowed screens without parameters, and the forms of new records; public ones come last. */
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

/** A page that reading the section doesn't open is there to change something. */
const pagePlace = ({ path, title, group, menu, keywords, manages }: Page): Place =>
  place(manages ? "action" : "page", path, title, menu?.section ?? group, menu?.icon, keywords);

const resourcePlaces = (declared: Declared, resource: Resource, allows: Allows): Place[] => {
  const { name, routes, calls, menu } = resource;
  const group = menu?.section ?? resource.group;
  const keywords = [name, ...(resource.keywords ?? [])];
  const { list, create } = routes;
  const title = (verb: "list" | "create") => routeTitle(declared, { kind: "resource", resource: name, verb }, {});
  const isOpen = (path: string | undefined, verb: "list" | "create"): path is string =>
    path !== undefined && isFixed(path) && allows(verb, name);
  const places: Place[] = [];
  if (isOpen(list, "list")) places.push(place("page", list, title("list"), group, menu?.icon, keywords));
  if (isOpen(create, "create"))
    places.push(place("action", create, title("create"), group, "plus", [...createVerbs, ...keywords]));
  else if (menu && calls.create && isOpen(list, "create"))
    places.push(createPlace(name, list, createTitle(resource), group, keywords));
  return places;
};
const createVerbs = ["create", "add", "new"];

/** The form of a new record, in a dialog of the list at `to`. */
export const createPlace = (
  resource: string,
  to: string,
  label: string,
  group: string | undefined,
  keywords: readonly string[] = [],
): Place => ({
  ...place("action", to, label, group, "plus", [...createVerbs, ...keywords]),
  id: `create ${resource}`,
  creates: resource,
});

const place = (
  kind: PlaceKind,
  to: string,
  label: string,
  group = "",
  icon = "arrow-right",
  keywords: readonly string[] = [],
): Place => ({
  id: to,
  kind,
  to,
  label,
  group: group === label ? "" : group,
  icon,
  words: [group, ...keywords].join(" "),
});

/**
 * Returns the places that match every term at the start of a word, best first: objects whose name is or begins with the
 * question; then other exact names, beginnings of names, words of names, and words that describe a place; then documents.
 * Among equals, objects come before actions, and actions before pages.
 */
export const findPlaces = (places: readonly Place[], question: string): Place[] => {
  const terms = wordsOf(question);
  return places
    .map((each) => ({ each, rank: rankOf(each, terms) }))
    .filter(({ rank }) => rank !== unmatched)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ each }) => each);
};

const unmatched = Infinity;
const exact = 0;
const beginning = 1;
const wordOfName = 2;
const description = 3;

const order: Readonly<Record<PlaceKind, number>> = { object: 0, action: 1, page: 2, document: 3 };

const rankOf = ({ kind, label, words = "" }: Place, terms: readonly string[]): number => {
  const match = matchOf(wordsOf(label), wordsOf(words), terms);
  if (match === unmatched) return unmatched;
  if (kind === "object" && match <= beginning) return match;
  return (kind === "document" ? 100 : 10) * (1 + match) + order[kind];
};

const matchOf = (name: readonly string[], words: readonly string[], terms: readonly string[]): number => {
  const [whole, asked] = [name.join(" "), terms.join(" ")];
  if (whole === asked) return exact;
  if (whole.startsWith(asked)) return beginning;
  const startOne = (of: readonly string[]) => terms.every((term) => of.some((word) => word.startsWith(term)));
  if (startOne(name)) return wordOfName;
  return startOne([...name, ...words]) ? description : unmatched;
};

/** "vite-react" → "vite", "react". */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const isFixed = (path: string): boolean => !/[{*]/.test(path);
