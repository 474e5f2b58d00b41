import { createRepository, namespaces, type Repository } from "../../../../../resources/hosting/repositories.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import styles from "./repository-picker.module.css";
import { RepositoryResults } from "./repository-results.tsx";
import { useRepositories } from "./use-repositories.ts";

interface RepositoryLocalProps {
  readonly chosenId: string | undefined;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

/** Selects or creates a repository on Freehold's Git host. */
export const RepositoryLocal = ({ chosenId, disabled, onSelect }: RepositoryLocalProps) => {
  const spaces = useCall(namespaces);
  const found = useRepositories(spaces.data?.items.find(({ ownerType }) => ownerType === "LOCAL")?.githubId);
  const { create, creating } = useCreateRepository((repository) => {
    found.reload();
    onSelect(repository);
  });
  if (spaces.error && !spaces.data) return <ErrorState message={spaces.error.message} onRetry={spaces.reload} />;
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Search repositories" value={found.input} onChange={found.setInput} />
        <Button icon="plus" busy={creating} disabled={disabled} onClick={() => void create()}>
          New repository
        </Button>
      </div>
      <RepositoryResults
        found={found}
        chosenId={chosenId}
        disabled={disabled}
        none={<Empty icon="git" title="No repositories yet" text="Create a repository and push to it to deploy." />}
        onSelect={onSelect}
      />
    </>
  );
};

const useCreateRepository = (onCreated: (repository: Repository) => void) => {
  const { act, acting } = useAct(createRepository, { onDone: onCreated });
  const create = async () => {
    const answer = await dialogs.prompt({
      title: "New repository",
      fields: [{ name: "name", label: "Name", placeholder: "my-site", validate: problemOfName }],
      ok: "Create",
    });
    if (answer?.["name"]) await act({ body: { name: answer["name"] } });
  };
  return { create, creating: acting };
};

const problemOfName = (name: string): string | undefined =>
  createRepository.body?.safeParse({ name }).error?.issues[0]?.message;
