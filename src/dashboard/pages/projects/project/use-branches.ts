import { branches } from "../../../../../resources/hosting/repositories.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import type { Project } from "./live-card.tsx";

/** Names of the repository's branches, the default one first; undefined while they load, and for those who only look. */
export const useBranches = ({ repoId = "" }: Pick<Project, "repoId">): readonly string[] | undefined => {
  const enabled = useAllows()("create", "projects") && repoId !== "";
  return useCall(branches, { params: { id: repoId }, enabled }).data?.items.map(({ name }) => name);
};

/** For a choice among them: the chosen one is there also when it was deleted, or while they load. */
export const branchOptions = (names: readonly string[] = [], chosen: string): { value: string; label: string }[] =>
  [...new Set([...names, chosen])].filter(Boolean).map((value) => ({ value, label: value }));
