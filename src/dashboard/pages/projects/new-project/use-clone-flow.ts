import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { cloneFlowType } from "../../../../../resources/hosting/clone-flow.ts";
import { importRepository } from "../../../../../resources/hosting/code-host.ts";
import type { Repository } from "../../../../../resources/hosting/repositories.ts";
import { toProjectName } from "../../../../../resources/hosting/to-project-name.ts";
import { useSend } from "../../../framework/data/call-context.ts";

/** The parameters of a link to New project: a template ID or a public repository URL. */
export interface CloneFlow {
  readonly template?: string;
  readonly repository?: string;
  /** The form has a separate draft, kept for the user who signs in. */
  readonly draftKey: string;
  /** Initial project name. */
  readonly name: string;
}

/** Returns the template or repository from the URL. Requires type=clone-flow. */
export const useCloneFlow = (): CloneFlow | undefined => {
  const [query] = useSearchParams();
  const [template, repository] = [query.get("template"), query.get("repository")];
  if (query.get("type") !== cloneFlowType) return undefined;
  if (template) return { template, draftKey: `clone ${template}`, name: toProjectName(template) };
  if (repository) return { repository, draftKey: `clone ${repository}`, name: toProjectName(nameIn(repository)) };
  return undefined;
};

const nameIn = (address: string): string => /([^/]+?)(\.git)?\/*$/.exec(address)?.[1] ?? "";

/** Imports the repository from the link after sign-in. */
export const useLinkedRepository = (
  address: string | undefined,
  onFound: (repository: Repository) => void,
): Error | undefined => {
  const send = useSend();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    if (address === undefined) return undefined;
    let isCurrent = true;
    send(importRepository, { body: { url: address } }).then(
      (repository) => isCurrent && onFound(repository),
      (refused: unknown) => isCurrent && setError(refused as Error),
    );
    return () => {
      isCurrent = false;
    };
    // Runs once for each URL, regardless of changes to the callback.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [address, send]);
  return error;
};
