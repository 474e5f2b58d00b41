import type { AccessControlProvider } from "@refinedev/core";
import type { Ability } from "../../../resources/declare/abilities.ts";
import type { Verb } from "../../../resources/declare/define.ts";

/** Answers Refine's buttons by the same ability as drawer and guards; the answer never goes stale. */
export const createAccessControlProvider = (ability: Ability): AccessControlProvider => ({
  can: async ({ action, resource = "" }) => ({
    can: ability.can(action as Verb, resource),
    reason: ability.relevantRuleFor(action as Verb, resource)?.reason,
  }),
  options: { queryOptions: { staleTime: Infinity } },
});
