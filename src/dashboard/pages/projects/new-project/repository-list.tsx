import type { Repository } from "../../../../../resources/hosting/repositories.ts";
import { formatRelative } from "../../../lib/format/date.ts";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./repository-picker.module.css";

/** Slug for no detected framework. */
const otherFramework = "other";

interface RepositoryListProps {
  readonly repositories: readonly Repository[];
  readonly repoId: string | undefined;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

/** A list of repositories to select from. */
export const RepositoryList = ({ repositories, repoId, disabled, onSelect }: RepositoryListProps) => (
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
