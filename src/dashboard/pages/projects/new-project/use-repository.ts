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
  /** It is large and still on its way here; it is asked for again until it has come. */
  readonly fetching: boolean;
}

const waitingPollMs = 3000;

/** What the chosen repository holds. One that is empty, or still being fetched, is looked at again. */
export const useRepository = ({ repoId = "", currentBranch, rootDirectory }: NewProjectValues): ChosenRepository => {
  const chosen = repoId !== "";
  const found = useCall(branches, { params: { id: repoId }, enabled: chosen });
  const fetching = isFetching(found.error);
  const waiting = found.data?.items.length === 0 || fetching;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(found.reload, waitingPollMs);
    return () => clearInterval(timer);
    // Asking again is the same function for as long as the call is the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting, repoId]);
  const names = found.data?.items.map(({ name }) => name);
  const branch = names?.find((name) => name === currentBranch) ?? names?.[0];
  const detected = useCall(detectFramework, {
    params: { id: repoId },
    query: { ...(branch !== undefined && { branch }), rootDirectory },
    enabled: chosen && branch !== undefined,
  });
  return { branches: names, branch, detected: detected.data, error: found.error ?? detected.error, fetching };
};

const isFetching = (error: Error | undefined): boolean =>
  (error as { code?: unknown } | undefined)?.code === "REPOSITORY_FETCHING";
