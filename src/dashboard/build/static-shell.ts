/**
 * The shell's markup before any script has run, in the layout of the real one (app/shell/): drawer with an owner's
 * entries, top bar, and a list's rows. Shown only to signed-in users on a screen behind sign-in.
 */
import { abilityFor } from "../../../resources/declare/abilities.ts";
import { pages, resources } from "../../../resources/index.ts";
import { sections, sectionsApart } from "../../../resources/declare/sections.ts";
import { menuOf, type MenuItem, type MenuSection } from "../framework/derive/menu.ts";
import { icons, type IconName } from "../ui/icons.ts";

export const staticShell = (exists: (file: string) => boolean): string => {
  const owner = abilityFor({ type: "INDIVIDUAL", status: "NORMAL", access: [] }, { resources, pages });
  const publicPages = pages.filter(({ development }) => !development);
  const menu = menuOf({ resources, pages: publicPages }, (verb, name) => owner.can(verb, name), exists);
  const isApart = ({ section }: MenuSection): boolean => sectionsApart.includes(section);
  return `<div class="fh-shell" data-static-shell aria-hidden="true" inert>
<aside class="fh-drawer"><div class="fh-drawer-head"><span class="fh-brand">${mark}Freehold</span></div>
<nav>${list(menu.filter((group) => !isApart(group)))}${list(menu.filter(isApart))}</nav><div class="fh-balance"></div><footer class="fh-account"></footer></aside>
<div class="fh-main"><header class="fh-top-bar">
<button class="fh-icon-button fh-menu-button">${icon("menu")}</button>
<nav class="fh-crumbs"><ol><li><span data-static-section></span></li><li>${icon("chevron", 13)}<span data-static-title></span></li></ol></nav>
<button class="fh-search-button">${icon("search", 16)}<span>Search</span></button>${placeholders}</header>
<main id="main"><div class="fh-page-frame"><header class="fh-page-header"><div class="fh-page-title"><h1 data-static-title></h1></div></header>
<div class="fh-static-list"><div class="fh-filters"><span class="fh-search"><span class="fh-input"></span></span></div>
<div class="fh-table-card fh-static-rows"></div></div>
</div></main></div></div>`.replaceAll("\n", "");
};

/** Placeholders for the links and menus at the end of the top bar. */
const placeholders =
  '<span class="fh-icon-button"></span><span class="fh-icon-button"></span><span class="fh-icon-button"></span><span class="fh-avatar-button"></span>';

const list = (menu: readonly MenuSection[]): string => `<ul>${menu.map(group).join("")}</ul>`;

/** Closed: the inline script opens the current group and those that the user has opened (early/fill-shell.ts). */
const group = ({ section, items }: MenuSection): string => {
  if (items.length === 1) return `<li>${entry(items[0]!, true)}</li>`;
  const head = `<a class="fh-drawer-item" href="${items[0]!.to}">${icon(sections[section])}${section}</a>`;
  const entries = items.map((item) => `<li>${entry(item, false)}</li>`).join("");
  return `<li data-group="${section}"><div class="fh-drawer-group">${head}<button>${icon("chevron", 14)}</button></div><ul hidden>${entries}</ul></li>`;
};

const entry = ({ to, label, icon: name }: MenuItem, withIcon: boolean): string =>
  `<a class="fh-drawer-item" href="${to}">${withIcon ? icon(name as IconName) : ""}${label}</a>`;

const icon = (name: IconName, size = 18): string =>
  `<svg class="fh-icon" width="${size}" height="${size}" viewBox="0 0 20 20"><path d="${icons[name]}"/></svg>`;

const mark = `<svg viewBox="0 0 24 24" width="1.5em" height="1.5em"><path d="M1 1h12.6L10.4 23H1z" fill="var(--fh-accent)"/><path d="M15.8 1H23v9.2l-8.5-1.3z" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M14.1 11.3 23 12.7V23h-10.6z" fill="none" stroke="currentColor" stroke-width="1.6"/></svg>`;
