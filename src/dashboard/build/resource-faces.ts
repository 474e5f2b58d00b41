/**
 * Nobody uses everything at once, and everybody loads the registry before the first screen is drawn. So of the resources of
 * operators.ts and services.ts the registry holds the face: what routes, menu, titles, palette and permissions ask for. The whole
 * declaration comes with its screens.
 */
import type { Plugin } from "vite";
import type { Resource } from "../../../resources/define.ts";
import { operatorResources } from "../../../resources/operators.ts";
import { serviceResources } from "../../../resources/services.ts";

const faced: Readonly<Record<string, readonly [string, readonly Resource[]]>> = {
  "./operators.ts": ["operatorResources", operatorResources],
  "./services.ts": ["serviceResources", serviceResources],
};
const prefix = "\0resource-faces:";

export const resourceFacesPlugin = (): Plugin => ({
  name: "freehold-resource-faces",
  enforce: "pre",
  resolveId: (source, importer) =>
    source in faced && importer?.endsWith("/resources/index.ts") ? `${prefix}${source}` : undefined,
  load: (id) => {
    if (!id.startsWith(prefix)) return undefined;
    const [name, resources] = faced[id.slice(prefix.length)]!;
    return `export const ${name} = ${JSON.stringify(resources.map(faceOf))};`;
  },
});

/** Without texts and schemas; of fields only which are secrets, of further query parameters only their names are asked for. */
export const faceOf = (resource: Resource): object => {
  const { fields, list, listQuery, actions } = resource;
  const { name, title, group, parent, access, members, everyone, operator, menu, routes, titles, calls } = resource;
  const face = { name, title, group, parent, access, members, everyone, operator, menu, routes, titles, calls };
  return {
    ...face,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([key, { as }]) => (as === "secret" ? [[key, { as }]] : [])),
    ),
    ...(list && { list: { columns: [], search: list.search, filters: list.filters, live: list.live } }),
    ...(listQuery && { listQuery: { shape: Object.fromEntries(Object.keys(listQuery.shape).map((key) => [key, 0])) } }),
    ...(actions && { actions: Object.fromEntries(Object.entries(actions).map(([key, { can }]) => [key, { can }])) }),
  };
};
