import type { Page, Resource, Verb } from "../../../../resources/define.ts";
import { sections, type Section } from "../../../../resources/sections.ts";
import type { Declared } from "./titles.ts";

export interface MenuItem {
  readonly to: string;
  readonly label: string;
  readonly icon: string;
}

export interface MenuSection {
  readonly section: Section;
  readonly items: readonly MenuItem[];
}

export type Allows = (verb: Verb, name: string) => boolean;

/** The side drawer: what is declared with a menu entry, exists as a screen and may be seen, by section. */
export const menuOf = (
  { resources, pages }: Declared,
  allows: Allows,
  exists: (file: string) => boolean,
): MenuSection[] => {
  const entries = [
    ...resources.flatMap((resource) => resourceEntry(resource, allows)),
    ...pages.flatMap((page) => pageEntry(page, allows, exists)),
  ];
  return sections.flatMap((section) => {
    const items = entries.filter((entry) => entry.section === section).map(({ item }) => item);
    return items.length > 0 ? [{ section, items }] : [];
  });
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
