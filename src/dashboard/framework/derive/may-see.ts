import type { Allows } from "./menu.ts";
import type { RouteHandle } from "./routes.ts";

/** Whether the ability allows a screen: a resource by its verb, a page by "show". Undeclared screens are public. */
export const maySee = (handle: RouteHandle | undefined, allows: Allows): boolean => {
  if (!handle) return true;
  return handle.kind === "page" ? allows("show", handle.page) : allows(handle.verb, handle.resource);
};
