import type { RepositoryRecord } from "./store.ts";

/** The Git engine's name of a repository: of our own host its path there, of another one that of its mirror. */
export const pathOf = ({
  id,
  provider,
  namespace,
  name,
}: Pick<RepositoryRecord, "id" | "provider" | "namespace" | "name">): string =>
  provider === "LOCAL" ? `${namespace}/${name}` : `mirrors/${id}`;
