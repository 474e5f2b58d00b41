import { useState } from "react";
import { useLocation } from "react-router";
import { importRepository } from "../../../../../../resources/hosting/repositories/code-host.ts";
import {
  type Repository,
  type RepositoryProvider,
  namespaces,
  createRepository,
} from "../../../../../../resources/hosting/repositories/repositories.ts";
import { callForm, FormCard } from "../../../../framework/forms/form.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import type { IconName } from "../../../../ui/icons.ts";
import { Segmented } from "../../../../ui/fields/segmented.tsx";
import { Skeleton } from "../../../../ui/states/skeleton.tsx";
import { useCodeHost } from "../../../code-host-linked/use-code-host.ts";
import styles from "./repository-picker.module.css";
import { useCall } from "../../../../framework/data/use-call.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Empty } from "../../../../ui/states/empty.tsx";
import { SearchField } from "../../../../ui/fields/search-field.tsx";
import { MenuField } from "../../../../framework/forms/menu-field.tsx";
import { RepositoryResults } from "./repository-results.tsx";
import { useRepositories } from "./use-repositories.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { dialogs } from "../../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../../ui/states/error-state.tsx";

/** The selected repository, as stored in the draft. */
export interface ChosenRepository {
  readonly id: string | undefined;
  readonly name?: string | undefined;
  readonly provider?: RepositoryProvider | undefined;
  readonly cloneUrl?: string | undefined;
}

interface RepositoryPickerProps {
  readonly chosen: ChosenRepository;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

const labels: Readonly<Record<RepositoryProvider, string>> = {
  LOCAL: "Freehold",
  GITHUB: "GitHub",
  URL: "Public URL",
};

const icons: Readonly<Record<RepositoryProvider, IconName>> = { LOCAL: "home", GITHUB: "git", URL: "globe" };

/** Selects a repository from Freehold's Git host, a linked GitHub account or a public URL. */
export const RepositoryPicker = ({ chosen, disabled, onSelect }: RepositoryPickerProps) => {
  const [picked, setPicked] = useState<RepositoryProvider>();
  const codeHost = useCodeHost(() => setPicked("GITHUB"));
  const isGitHubOffered = codeHost.account?.configured ?? chosen.provider === "GITHUB";
  const offered: readonly RepositoryProvider[] = isGitHubOffered ? ["LOCAL", "GITHUB", "URL"] : ["LOCAL", "URL"];
  // Users with a linked account start with its repositories.
  const defaultProvider = codeHost.account?.linked ? "GITHUB" : "LOCAL";
  const place = picked ?? offered.find((provider) => provider === chosen.provider) ?? defaultProvider;
  if (codeHost.isLoading && !picked && chosen.provider === undefined) return <Skeleton lines={7} />;
  return (
    <div className="fh-stack">
      <div>
        <Segmented
          label="Repository provider"
          options={offered.map((value) => ({ value, label: labels[value], icon: icons[value] }))}
          value={place}
          onChange={setPicked}
        />
      </div>
      {place === "LOCAL" && <RepositoryLocal chosenId={chosen.id} disabled={disabled} onSelect={onSelect} />}
      {place === "GITHUB" && (
        <RepositoryGitHub codeHost={codeHost} chosenId={chosen.id} disabled={disabled} onSelect={onSelect} />
      )}
      {place === "URL" && <RepositoryPublic chosen={chosen} disabled={disabled} onSelect={onSelect} />}
    </div>
  );
};

interface RepositoryPublicProps {
  readonly chosen: ChosenRepository;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

/** Imports a repository by public URL. */
const RepositoryPublic = ({ chosen, disabled, onSelect }: RepositoryPublicProps) => {
  const isChosen = chosen.id !== undefined && chosen.provider === "URL";
  return (
    <>
      <FormCard
        bare
        form={callForm(importRepository, { draft: false })}
        initial={{ url: isChosen ? chosen.cloneUrl : undefined }}
        readOnly={disabled}
        submit="Use repository"
        icon="link"
        done=""
        onSaved={onSelect}
      />
      {isChosen && (
        <p className={styles.taken}>
          <Icon name="check" size={16} />
          <span>
            <strong>{chosen.name}</strong> <span className="fh-muted">{chosen.cloneUrl}</span>
          </span>
        </p>
      )}
    </>
  );
};

interface RepositoryGitHubProps {
  readonly codeHost: ReturnType<typeof useCodeHost>;
  readonly chosenId: string | undefined;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

/** Selects a repository of the linked GitHub account or its organizations, or links an account. */
const RepositoryGitHub = (props: RepositoryGitHubProps) => {
  const { account, connect, connecting } = props.codeHost;
  const { pathname, search } = useLocation();
  if (!account) return <Skeleton lines={5} />;
  if (account.linked) return <Linked {...props} />;
  return (
    <Empty
      icon="git"
      title="Deploy from your GitHub repositories"
      text="Freehold needs access to your repositories and push events. Your access token is stored encrypted. You can unlink it at any time."
      action={
        <Button
          kind="primary"
          icon="external"
          busy={connecting}
          disabled={props.disabled}
          onClick={() => connect(pathname + search)}
        >
          Connect GitHub
        </Button>
      }
    />
  );
};

const Linked = ({ codeHost, chosenId, disabled, onSelect }: RepositoryGitHubProps) => {
  const spaces = useCall(namespaces);
  const [selectedId, setSelectedId] = useState<string>();
  const hosted = spaces.data?.items.filter(({ ownerType }) => ownerType !== "LOCAL") ?? [];
  const githubId = hosted.find((space) => space.githubId === selectedId)?.githubId ?? hosted[0]?.githubId;
  const found = useRepositories(githubId);
  const problem = spaces.error?.message ?? spaces.data?.problem ?? "";
  return (
    <>
      <div className={styles.account}>
        <span className="fh-muted">
          Connected as <strong>{codeHost.account?.login}</strong>
        </span>
        <Button kind="plain" size="small" disabled={disabled} onClick={codeHost.unlink}>
          Unlink
        </Button>
      </div>
      {problem !== "" && (
        <Banner
          kind="danger"
          action={
            <Button size="small" icon="refresh" onClick={spaces.reload}>
              Retry
            </Button>
          }
        >
          {problem}
        </Banner>
      )}
      {problem === "" && (
        <>
          <div className={styles.tools}>
            <MenuField
              label="Account or organization"
              value={githubId ?? ""}
              options={hosted.map((space) => ({ value: space.githubId, label: space.name }))}
              disabled={disabled || hosted.length < 2}
              onChange={setSelectedId}
            />
            <SearchField label="Search repositories" value={found.input} onChange={found.setInput} />
          </div>
          <RepositoryResults
            found={found}
            chosenId={chosenId}
            disabled={disabled}
            none={
              <Empty
                icon="git"
                title="No repositories yet"
                text="Create a repository on GitHub. It appears here immediately."
              />
            }
            onSelect={onSelect}
          />
        </>
      )}
    </>
  );
};

interface RepositoryLocalProps {
  readonly chosenId: string | undefined;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

/** Selects or creates a repository on Freehold's Git host. */
const RepositoryLocal = ({ chosenId, disabled, onSelect }: RepositoryLocalProps) => {
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
