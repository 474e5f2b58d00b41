import type { Page, Resource, Verb } from "../../../../resources/declare/define.ts";
import { sections, type Section } from "../../../../resources/declare/sections.ts";
import type { RouteHandle } from "./routes.ts";
import { subjectOf, type Declared } from "./titles.ts";

export interface MenuItem {
  readonly to: string;
  readonly label: string;
  readonly icon: string;
}

/** A group of the drawer. One with a single entry is that entry, without a heading. */
export interface MenuSection {
  readonly section: Section;
  readonly items: readonly MenuItem[];
}

export type Allows = (verb: Verb, name: string) => boolean;

/** The side drawer's entries by group: declared, implemented and allowed. */
export const menuOf = (
  { resources, pages }: Declared,
  allows: Allows,
  exists: (file: string) => boolean,
): MenuSection[] => {
  const entries = [
    ...resources.flatMap((resource) => resourceEntry(resource, allows)),
    ...pages.flatMap((page) => pageEntry(page, allows, exists)),
  ];
  return (Object.keys(sections) as Section[]).flatMap((section) => {
    const items = entries.filter((entry) => entry.section === section).map(({ item }) => item);
    return items.length > 0 ? [{ section, items }] : [];
  });
};

/** Returns the drawer entry of a screen: its own, or its parent resource's. */
export const menuPathOf = (declared: Declared, handle: RouteHandle | undefined): string | undefined => {
  if (!handle) return undefined;
  const subject = subjectOf(declared, handle);
  if (subject.menu || !subject.parent) return "path" in subject ? subject.path : subject.routes.list;
  return menuPathOf(declared, { kind: "resource", resource: subject.parent, verb: "list" });
};

interface Entry {
  readonly section: Section;
  readonly item: MenuItem;
}

const resourceEntry = ({ name, title, menu, routes }: Resource, allows: Allows): Entry[] =>
  menu && routes.list && allows("list", name)
    ? [{ section: menu.section, item: { to: routes.list, label: menu.label ?? title, icon: menu.icon } }]
    : [];

const pageEntry = ({ name, title, path, menu }: Page, allows: Allows, exists: (file: string) => boolean): Entry[] =>
  menu && allows("show", name) && exists(`${name}/page`)
    ? [{ section: menu.section, item: { to: path, label: menu.label ?? title, icon: menu.icon } }]
    : [];
