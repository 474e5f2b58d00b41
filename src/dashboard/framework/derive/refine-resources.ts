import type { ResourceProps } from "@refinedev/core";
import type { Resource } from "../../../../resources/declare/define.ts";
import { toRouterPath } from "./routes.ts";

/** Converts the registry to Refine resources. */
export const refineResources = (resources: readonly Resource[]): ResourceProps[] =>
  resources.map(({ name, title, group, menu, routes, calls }) => ({
    name,
    ...Object.fromEntries(Object.entries(routes).map(([verb, template]) => [verb, toRouterPath(template)])),
    meta: { label: title, group, hide: !menu, canDelete: calls.delete !== undefined },
  }));
