/** Typed links: every URL of the product is filled from a declared template, so a renamed route breaks the build. */
import type { ParamNames, Verb } from "./define.ts";

type Values<T extends string> = [ParamNames<T>] extends [never] ? [] : [Record<ParamNames<T>, string | number>];

/** Fills "{name}" placeholders, percent-encoding each value. Throws when a value is missing. */
export const fill = (template: string, values: Readonly<Record<string, unknown>> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined || value === null) throw new Error(`"${template}" needs a value for {${key}}.`);
    return encodeURIComponent(String(value as string | number));
  });

/** Address of a resource's screen: href(projects, "show", { projName, id }). */
export const href = <R extends Partial<Record<Verb, string>>, V extends keyof R & Verb>(
  resource: { readonly routes: R },
  verb: V,
  ...[values]: Values<R[V] & string>
): string => fill(resource.routes[verb] as string, values);

/** Address of a page that is not CRUD: pageHref(docs, { name: "settings" }). */
export const pageHref = <const T extends string>(page: { readonly path: T }, ...[values]: Values<T>): string =>
  fill(page.path, values);
