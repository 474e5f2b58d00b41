import { useMatches } from "react-router";
import type { RouteHandle } from "../../framework/derive/routes.ts";
import type { RouteParams } from "../../framework/derive/titles.ts";

/** Returns the matched screen's handle and the parameters of its URL. */
export const useRoute = (): { readonly handle: RouteHandle | undefined; readonly params: RouteParams } => {
  const match = useMatches().at(-1);
  return { handle: match?.handle as RouteHandle | undefined, params: match?.params ?? {} };
};
