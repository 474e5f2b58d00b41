import type { RepositoryRecord } from "./store.ts";

/** Returns the Git engine's path of a repository: of a local one, or of the mirror of a remote one. */
export const pathOf = ({
  id,
  provider,
  namespace,
  name,
}: Pick<RepositoryRecord, "id" | "provider" | "namespace" | "name">): string =>
  provider === "LOCAL" ? `${namespace}/${name}` : `mirrors/${id}`;
