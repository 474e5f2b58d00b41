import { useState } from "react";
import {
  createRepository,
  namespaces,
  repositories,
  type Repository,
} from "../../../../../resources/hosting/repositories.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SearchField, SelectField } from "../../../ui/text-field.tsx";
import { RepositoryList } from "./repository-list.tsx";
import styles from "./repository-picker.module.css";

interface RepositoryPickerProps {
  readonly repoId: string | undefined;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

/** A repository of the cloud's Git host: found by name, or made new. */
export const RepositoryPicker = ({ repoId, disabled, onSelect }: RepositoryPickerProps) => {
  const [word, setWord] = useState("");
  const [chosenNamespace, setNamespace] = useState<string>();
  const spaces = useCall(namespaces);
  const githubId = chosenNamespace ?? spaces.data?.items[0]?.githubId;
  const found = useCall(repositories, { query: { githubId: githubId ?? "", word }, enabled: githubId !== undefined });
  const { create, creating } = useCreateRepository((repository) => {
    found.reload();
    onSelect(repository);
  });
  const error = spaces.error ?? found.error;
  if (error) return <ErrorState message={error.message} onRetry={spaces.error ? spaces.reload : found.reload} />;
  const list = found.data?.repoList;
  return (
    <div className="fh-stack">
      <div className={styles.tools}>
        {spaces.data && spaces.data.items.length > 1 && (
          <SelectField
            label="Namespace"
            value={githubId ?? ""}
            options={spaces.data.items.map((space) => ({ value: space.githubId, label: space.name }))}
            onChange={setNamespace}
          />
        )}
        <SearchField label="Search repositories" value={word} onChange={setWord} />
        <Button icon="plus" busy={creating} disabled={disabled} onClick={() => void create()}>
          New repository
        </Button>
      </div>
      {list === undefined && <Skeleton lines={5} />}
      {list?.length === 0 && <NothingFound word={word} />}
      {list !== undefined && list.length > 0 && (
        <RepositoryList repositories={list} repoId={repoId} disabled={disabled} onSelect={onSelect} />
      )}
      {found.data && found.data.totalCount > found.data.repoList.length && (
        <p className="fh-muted">
          {found.data.repoList.length} of {found.data.totalCount} shown. Search for the others by name.
        </p>
      )}
    </div>
  );
};

const NothingFound = ({ word }: { readonly word: string }) =>
  word === "" ? (
    <Empty icon="git" title="No repositories yet" text="Make one, push to it, and deploy from it." />
  ) : (
    <Empty icon="search" title={`No repository is named like “${word}”`} />
  );

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
