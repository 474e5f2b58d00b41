import type { Resource } from "../../../../resources/declare/define.ts";
import { fill } from "../../../../resources/declare/href.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the URL of a record's screen. Placeholders are filled from the route's parameters and the record; a missing one takes the
 * record's name ("projName") or ID.
 */
export const recordHref = (
  resource: Pick<Resource, "routes" | "list" | "parent">,
  verb: "show" | "edit",
  row: Row,
  params: Readonly<Record<string, string | undefined>> = {},
): string | undefined => {
  const template = resource.routes[verb];
  if (template === undefined) return undefined;
  const values = Object.fromEntries(
    [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
      name!,
      row[name!] ?? params[name!] ?? nameOf(row, name!, resource.parent),
    ]),
  );
  return fill(template, values);
};

const nameOf = (row: Row, parameter: string, parent = ""): unknown => {
  const owner = parent.replace(/s$/, "");
  return /name$/i.test(parameter) ? (row.name ?? row[`${owner}Name`]) : (row.id ?? row[`${owner}Id`]);
};
