/**
 * Few people run a cloud, and everybody loads the registry before the first screen is drawn. So of an operator's resource the registry
 * holds its face: what routes, menu, titles, palette and permissions ask for. The whole declaration comes with its screens.
 */
import type { Plugin } from "vite";
import type { Resource } from "../../../resources/define.ts";
import { operatorResources } from "../../../resources/operators.ts";

const facesId = "\0operator-faces";

export const operatorFacesPlugin = (): Plugin => ({
  name: "freehold-operator-faces",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "./operators.ts" && importer?.endsWith("/resources/index.ts") ? facesId : undefined,
  load: (id) =>
    id === facesId ? `export const operatorResources = ${JSON.stringify(operatorResources.map(faceOf))};` : undefined,
});

/** Without fields, texts and schemas; of further query parameters only their names are asked for. */
export const faceOf = (resource: Resource): object => {
  const { name, title, group, operator, parent, menu, routes, titles, calls, list, listQuery, actions } = resource;
  const face = { name, title, group, operator, parent, menu, routes, titles, calls };
  return {
    ...face,
    fields: {},
    ...(list && { list: { columns: [], search: list.search, filters: list.filters, live: list.live } }),
    ...(listQuery && { listQuery: { shape: Object.fromEntries(Object.keys(listQuery.shape).map((key) => [key, 0])) } }),
    ...(actions && { actions: Object.fromEntries(Object.entries(actions).map(([key, { can }]) => [key, { can }])) }),
  };
};
