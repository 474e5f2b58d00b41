import { useEffect } from "react";
import { branches, detectFramework } from "../../../../../resources/hosting/repositories.ts";
import type { DetectedBuild, NewProjectValues } from "../../../flows/deploy/values.ts";
import { useCall } from "../../../framework/data/use-call.ts";

interface ChosenRepository {
  /** Undefined while they load; empty before the first push. */
  readonly branches: readonly string[] | undefined;
  /** The chosen branch, else the repository's first. */
  readonly branch: string | undefined;
  readonly detected: DetectedBuild | undefined;
  readonly error: Error | undefined;
}

const waitingPollMs = 3000;

/** What the chosen repository holds. An empty one is looked at again until something is pushed. */
export const useRepository = ({ repoId = "", currentBranch, rootDirectory }: NewProjectValues): ChosenRepository => {
  const chosen = repoId !== "";
  const found = useCall(branches, { params: { id: repoId }, enabled: chosen });
  const empty = found.data?.items.length === 0;
  useEffect(() => {
    if (!empty) return undefined;
    const timer = setInterval(found.reload, waitingPollMs);
    return () => clearInterval(timer);
    // Asking again is the same function for as long as the call is the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [empty, repoId]);
  const names = found.data?.items.map(({ name }) => name);
  const branch = names?.find((name) => name === currentBranch) ?? names?.[0];
  const detected = useCall(detectFramework, {
    params: { id: repoId },
    query: { ...(branch !== undefined && { branch }), rootDirectory },
    enabled: chosen && branch !== undefined,
  });
  return { branches: names, branch, detected: detected.data, error: found.error ?? detected.error };
};
