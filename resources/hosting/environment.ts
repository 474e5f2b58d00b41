/** The names of environment variables. Not in the declaration of projects, which every screen loads. */
import type { Variable } from "./projects.ts";

export const nameRepeated = "This name is already used above.";

/** Returns the indexes of variables that an earlier one with the same name already sets in the same builds. */
export const repeatedNames = (env: readonly Variable[]): number[] =>
  env.flatMap(({ key, scope }, index) => {
    const isRepeated = env
      .slice(0, index)
      .some((other) => other.key === key && (!scope || !other.scope || other.scope === scope));
    return isRepeated ? [index] : [];
  });
