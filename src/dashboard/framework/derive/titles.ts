import { nounOf, type Page, type Resource, type Verb } from "../../../../resources/declare/define.ts";
import type { RouteHandle } from "./routes.ts";

export type RouteParams = Readonly<Record<string, string | undefined>>;

export interface Declared {
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
}

const separator = " - ";

/** The document's title: route title, group, product. {param} placeholders are filled from the route. */
export const documentTitle = (
  declared: Declared,
  handle: RouteHandle | undefined,
  params: RouteParams,
  product: string,
) => {
  if (!handle) return product;
  const { group } = subjectOf(declared, handle);
  const title = routeTitle(declared, handle, params);
  return [title, group, product].filter((part, at, parts) => part && parts.indexOf(part) === at).join(separator);
};

/** The screen's own title. */
export const routeTitle = (declared: Declared, handle: RouteHandle, params: RouteParams): string => {
  if (handle.kind === "page") return fillTitle(subjectOf(declared, handle).title, params);
  const resource = subjectOf(declared, handle) as Resource;
  return fillTitle(resource.titles?.[handle.verb] ?? defaultTitle(resource, handle.verb), params);
};

export const subjectOf = ({ resources, pages }: Declared, handle: RouteHandle): Resource | Page => {
  const [of, wanted] = handle.kind === "page" ? [pages, handle.page] : [resources, handle.resource];
  const found = of.find(({ name }) => name === wanted);
  if (!found) throw new Error(`"${wanted}" is not declared.`);
  return found;
};

const defaultTitle = (resource: Resource, verb: Verb): string => {
  if (verb === "create") return createTitle(resource);
  return verb === "edit" ? `Edit ${nounOf(resource)}` : resource.title;
};

/** Label of the create button, its page or dialog, and their submit button. */
export const createTitle = (resource: Resource): string => resource.titles?.create ?? `Create ${nounOf(resource)}`;

/** Toast after a record was created or deleted: "Access key created". */
export const doneText = (resource: Resource, done: "created" | "deleted"): string => {
  const noun = nounOf(resource);
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done}`;
};

const fillTitle = (template: string, params: RouteParams): string =>
  template.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "");
