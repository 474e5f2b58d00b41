import { useEffect } from "react";
import { branches, detectFramework } from "../../../../../../resources/hosting/repositories/repositories.ts";
import type { DetectedBuild, NewProjectValues } from "../../../flows/deploy/values.ts";
import { useCall } from "../../../../framework/data/use-call.ts";

interface ChosenRepository {
  /** Undefined while loading. Empty before the first push. */
  readonly branches: readonly string[] | undefined;
  /** The selected branch, or the repository's first. */
  readonly branch: string | undefined;
  readonly detected: DetectedBuild | undefined;
  readonly error: Error | undefined;
  /** A large repository is still being fetched. Polled until it is complete. */
  readonly fetching: boolean;
}

const waitingPollMs = 3000;

/** Loads branches and the detected framework of a repository. Polls while it is empty or being fetched. */
export const useRepository = ({ repoId = "", currentBranch, rootDirectory }: NewProjectValues): ChosenRepository => {
  const chosen = repoId !== "";
  const found = useCall(branches, { params: { id: repoId }, enabled: chosen });
  const fetching = isFetching(found.error);
  const waiting = found.data?.items.length === 0 || fetching;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(found.reload, waitingPollMs);
    return () => clearInterval(timer);
    // The reload function depends only on the call.
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
