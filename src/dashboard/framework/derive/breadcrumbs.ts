import type { Resource, Verb } from "../../../../resources/declare/define.ts";
import { fill } from "../../../../resources/declare/href.ts";
import type { RouteHandle } from "./routes.ts";
import { routeTitle, subjectOf, type Declared, type RouteParams } from "./titles.ts";

export interface Crumb {
  readonly label: string;
  /** Absent for the section and for the screen itself. */
  readonly to?: string;
}

/**
 * Breadcrumbs: section › list › parent record › screen, followed by a wildcard's segments or the screen's own steps.
 */
export const breadcrumbs = (
  declared: Declared,
  handle: RouteHandle | undefined,
  params: RouteParams,
  own?: readonly Crumb[],
): Crumb[] => {
  if (!handle) return [];
  const subject = subjectOf(declared, handle);
  const trail =
    handle.kind === "resource"
      ? resourceTrail(declared, subject as Resource, handle.verb, params)
      : listCrumb(declared.resources.find(({ name }) => name === subject.parent));
  const below: Crumb[] = [...trail, { label: routeTitle(declared, handle, params) }];
  // A file's path starts at its list: "Buckets › photos › 2026".
  const isTree = "routes" in subject && subject.routes.show?.endsWith("/*");
  const section = isTree ? "" : sectionOf(declared, subject);
  // A section that is called like its only list is named once, by the list: that one leads somewhere.
  const crumbs = section === below[0]!.label ? below : [{ label: section }, ...below];
  const named = crumbs.filter(({ label }, at) => label !== "" && label !== crumbs[at - 1]?.label);
  return [...named, ...(own ?? segments(params["*"]))];
};

/** What has an entry of the menu stands beside its parent: its list is below nothing, a record below the record it belongs to. */
const resourceTrail = (declared: Declared, resource: Resource, verb: Verb, params: RouteParams): Crumb[] => {
  const parent = declared.resources.find(({ name }) => name === resource.parent);
  const owner = parent ? recordCrumb(declared, parent, params) : [];
  const above = parent ? [...resourceTrail(declared, parent, "show", params), ...owner] : [];
  if (resource.menu && owner.length > 0) return above;
  return [...(resource.menu ? [] : above), ...(verb === "list" ? [] : listCrumb(resource))];
};

const listCrumb = (resource: Resource | undefined): Crumb[] =>
  resource?.routes.list ? [{ label: resource.title, to: resource.routes.list }] : [];

/** The parent record, if the route's parameters identify it. */
const recordCrumb = (declared: Declared, parent: Resource, params: RouteParams): Crumb[] => {
  const template = parent.routes.show;
  const names = [...(template ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  if (!template || names.some((name) => params[name] === undefined)) return [];
  const label = routeTitle(declared, { kind: "resource", resource: parent.name, verb: "show" }, params);
  return [{ label, to: fill(template, params) }];
};

const sectionOf = (declared: Declared, subject: Declared["resources"][number] | Declared["pages"][number]): string => {
  if (subject.menu) return subject.menu.section;
  const parent = declared.resources.find(({ name }) => name === subject.parent);
  return parent ? sectionOf(declared, parent) : (subject.group ?? "");
};

const segments = (splat: string | undefined): Crumb[] =>
  (splat ?? "").split("/").flatMap((label) => (label === "" ? [] : [{ label }]));
