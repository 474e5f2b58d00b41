/** Refine's binding to the router. */
import type { Action, ResourceProps, RouterProvider } from "@refinedev/core";
import reactRouterProvider from "@refinedev/react-router";
import { useCallback } from "react";
import { useLocation } from "react-router";
import { useRoute } from "./use-route.ts";

/**
 * Returns Refine's router binding. Many of Refine's hooks ask which resource the URL shows; the default binding
 * compares the URL with every route of every resource each time. Here the matched route has the answer.
 */
export const createRouterProvider = (resources: readonly ResourceProps[]): RouterProvider => {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  return {
    ...reactRouterProvider,
    parse: () => {
      const { handle, params } = useRoute();
      const { pathname, search } = useLocation();
      return useCallback(() => {
        const query = Object.fromEntries(new URLSearchParams(search));
        const shown = handle?.kind === "resource" && {
          resource: byName.get(handle.resource)!,
          action: handle.verb as Action,
        };
        return { ...shown, ...(params["id"] && { id: params["id"] }), pathname, params: { ...params, ...query } };
      }, [handle, params, pathname, search]);
    },
  };
};
