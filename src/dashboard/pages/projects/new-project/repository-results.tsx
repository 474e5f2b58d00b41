import type { ReactNode } from "react";
import type { Repository } from "../../../../../resources/hosting/repositories.ts";
import { repositoryPageSize } from "../../../../../resources/limits.ts";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { RepositoryList } from "./repository-list.tsx";
import type { FoundRepositories } from "./use-repositories.ts";

interface RepositoryResultsProps {
  readonly found: FoundRepositories;
  readonly chosenId: string | undefined;
  readonly disabled: boolean;
  /** Shown if there are no repositories. */
  readonly none: ReactNode;
  readonly onSelect: (repository: Repository) => void;
}

/** Repositories of a search, or its empty or error state. */
export const RepositoryResults = ({ found, chosenId, disabled, none, onSelect }: RepositoryResultsProps) => {
  const { data, error, word, page } = found;
  if (error && !data) return <ErrorState message={error.message} onRetry={found.reload} />;
  if (!data) return <Skeleton lines={5} />;
  if (data.repoList.length === 0)
    return word === "" ? none : <Empty icon="search" title={`No repositories match “${word}”`} />;
  return (
    <>
      <RepositoryList repositories={data.repoList} repoId={chosenId} disabled={disabled} onSelect={onSelect} />
      <Pagination page={page} pageSize={repositoryPageSize} total={data.totalCount} onPage={found.setPage} />
    </>
  );
};
