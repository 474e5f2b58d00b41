import { branches } from "../../../../../resources/hosting/repositories/repositories.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import type { Project } from "./live-card.tsx";

/** Returns the repository's branches, default branch first. Undefined while loading or without edit access. */
export const useBranches = ({ repoId = "" }: Pick<Project, "repoId">): readonly string[] | undefined => {
  const enabled = useAllows()("create", "projects") && repoId !== "";
  return useCall(branches, { params: { id: repoId }, enabled }).data?.items.map(({ name }) => name);
};

/** A form's menu of branches. Includes the initial branch even if it was deleted or isn't loaded yet. */
export const branchMenu = (names: readonly string[] = [], initial = "") => {
  const options = [...new Set([...names, initial])].filter(Boolean);
  return { as: "choice", options, labels: Object.fromEntries(options.map((name) => [name, name])), initial } as const;
};
