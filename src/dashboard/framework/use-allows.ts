import { useAbility } from "@casl/react";
import type { Ability } from "../../../resources/declare/abilities.ts";
import { permissionOf, type Action, type Resource } from "../../../resources/declare/define.ts";

type Subject = string | Pick<Resource, "name" | "permission">;

/** Checks the current team's ability synchronously: `allows("create", projects)`. Re-renders when it changes. */
export const useAllows = (): ((can: Action["can"], subject: Subject) => boolean) => {
  const ability = useAbility<Ability>();
  return (can, subject) => {
    const needed = permissionOf(typeof subject === "string" ? { name: subject } : subject, can);
    return needed === undefined || ability.can(...needed);
  };
};
