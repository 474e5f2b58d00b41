import { useAbility } from "@casl/react";
import type { Ability } from "../../../resources/abilities.ts";
import type { Verb } from "../../../resources/define.ts";

/** Checks the current team's ability synchronously: `allows("create", "projects")`. Re-renders when it changes. */
export const useAllows = (): ((verb: Verb, name: string) => boolean) => {
  const ability = useAbility<Ability>();
  return (verb, name) => ability.can(verb, name);
};
