import type { AccessControlProvider } from "@refinedev/core";
import type { Ability } from "../../../resources/declare/abilities.ts";
import type { Verb } from "../../../resources/declare/define.ts";

/** Refine's access control, by the team's ability. Screens ask `useAllows`, which answers at once. */
export const createAccessControlProvider = (ability: Ability): AccessControlProvider => ({
  can: async ({ action, resource = "" }) => ({
    can: ability.can(action as Verb, resource),
    reason: ability.relevantRuleFor(action as Verb, resource)?.reason,
  }),
  // The answers of another ability have other keys, so none goes stale.
  options: { queryOptions: { staleTime: Infinity, queryKeyHashFn: (key) => JSON.stringify([key, ability.rules]) } },
});
