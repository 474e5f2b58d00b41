import type { Allows } from "./menu.ts";
import type { RouteHandle } from "./routes.ts";

/** Whether the ability opens a screen: a resource's by its verb, a page by being shown. What is not declared is for anyone. */
export const maySee = (handle: RouteHandle | undefined, allows: Allows): boolean => {
  if (!handle) return true;
  return handle.kind === "page" ? allows("show", handle.page) : allows(handle.verb, handle.resource);
};
