import { abilityFor, type Ability } from "../../../../resources/abilities.ts";
import type { Team } from "../../../../resources/account/teams.ts";
import { declared } from "../registry.ts";

let last: { readonly granted: string; readonly ability: Ability } | undefined;

/** Returns the user's permissions in a team: the same object until one of them changes. */
export const abilityIn = ({ type, status, access, levels }: Team, operator = false): Ability => {
  const membership = { type, status, access, levels, operator };
  const granted = JSON.stringify(membership);
  if (last?.granted !== granted) last = { granted, ability: abilityFor(membership, declared) };
  return last.ability;
};
