import type { ReactNode } from "react";
import type { Repository } from "../../../../../../resources/hosting/repositories/repositories.ts";
import { repositoryPageSize } from "../../../../../../resources/limits.ts";
import { classNames } from "../../../../lib/class-names.ts";
import { formatRelative } from "../../../../lib/format/date.ts";
import { Empty } from "../../../../ui/states/empty.tsx";
import { ErrorState } from "../../../../ui/states/error-state.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { Pagination } from "../../../../ui/table/pagination.tsx";
import { Skeleton } from "../../../../ui/states/skeleton.tsx";
import styles from "./repository-picker.module.css";
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

/** Slug for no detected framework. */
const otherFramework = "other";

interface RepositoryListProps {
  readonly repositories: readonly Repository[];
  readonly repoId: string | undefined;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

/** A list of repositories to select from. */
const RepositoryList = ({ repositories, repoId, disabled, onSelect }: RepositoryListProps) => (
  <div className={styles.list} role="radiogroup" aria-label="Repository">
    {repositories.map((repository) => (
      <label key={repository.id} className={classNames(styles.row, repository.id === repoId && styles.chosen)}>
        <input
          type="radio"
          name="repository"
          className="fh-hidden"
          checked={repository.id === repoId}
          disabled={disabled}
          onChange={() => onSelect(repository)}
        />
        <Icon name="git" />
        <span className={styles.repo}>
          <span className="fh-muted">{repository.namespace}/</span>
          <strong>{repository.name}</strong>
        </span>
        {repository.frameworkAdvice !== "" && repository.frameworkAdvice !== otherFramework && (
          <span className={styles.framework}>{repository.frameworkAdvice}</span>
        )}
        {repository.updatedAt > 0 && <span className={styles.when}>{formatRelative(repository.updatedAt)}</span>}
        {repository.id === repoId && <Icon name="check" size={16} />}
      </label>
    ))}
  </div>
);
