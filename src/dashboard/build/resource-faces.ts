/**
 * Reduces the registry that everybody loads before the first screen. Of the resources in operators.ts and services.ts
 * it holds only the face: what routes, menu, titles, palette and permissions need. The whole declaration is loaded with
 * its screens.
 */
import type { Plugin } from "vite";
import type { Resource } from "../../../resources/declare/define.ts";
import { operatorResources } from "../../../resources/operators.ts";
import { serviceResources } from "../../../resources/services.ts";

const lists: Readonly<Record<string, readonly [string, readonly Resource[]]>> = {
  "./operators.ts": ["operatorResources", operatorResources],
  "./services.ts": ["serviceResources", serviceResources],
  // Their screens bring them: see framework/data/part-resources.ts.
  "./parts.ts": ["partResources", []],
};
const prefix = "\0resource-faces:";

export const resourceFacesPlugin = (): Plugin => ({
  name: "freehold-resource-faces",
  enforce: "pre",
  resolveId: (source, importer) =>
    source in lists && importer?.endsWith("/resources/index.ts") ? `${prefix}${source}` : undefined,
  load: (id) => {
    if (!id.startsWith(prefix)) return undefined;
    const [name, resources] = lists[id.slice(prefix.length)]!;
    return `export const ${name} = ${JSON.stringify(resources.map(faceOf))};`;
  },
});

/** Removes texts and schemas; keeps only secret fields and the names of further query parameters. */
export const faceOf = (resource: Resource): object => {
  const { fields, list, listQuery, actions } = resource;
  const { name, title, noun, group, parent, access, members, everyone, operator, menu } = resource;
  const { routes, titles, keywords, findBy, calls, key } = resource;
  const shown = { name, title, noun, group, parent, access, members, everyone, operator, menu };
  const face = { ...shown, routes, titles, keywords, findBy, calls, key };
  return {
    ...face,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([key, { as }]) => (as === "secret" ? [[key, { as }]] : [])),
    ),
    ...(list && { list: listFaceOf(list) }),
    ...(listQuery && { listQuery: { shape: Object.fromEntries(Object.keys(listQuery.shape).map((key) => [key, 0])) } }),
    ...(actions && { actions: permissionsOf(actions, calls) }),
  };
};

/** Actions with permissions that neither a verb nor another action has: all that decides on "Read only". */
const permissionsOf = (actions: NonNullable<Resource["actions"]>, calls: Resource["calls"]): object => {
  const byPermission = new Map(
    Object.entries(actions).map(([name, { can }]) => [String(can), [name, { can }] as const]),
  );
  return Object.fromEntries([...byPermission.values()].filter(([, { can }]) => typeof can !== "string" || !calls[can]));
};

const listFaceOf = ({ search, filters, live, items, total, whole, size }: NonNullable<Resource["list"]>): object => ({
  columns: {},
  search,
  filters,
  live,
  items,
  total,
  whole,
  size,
});
