import { useState } from "react";
import { useLocation } from "react-router";
import { namespaces, type Repository } from "../../../../../resources/hosting/repositories.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { SelectField } from "../../../ui/text-field.tsx";
import type { useCodeHost } from "../../code-host-linked/use-code-host.ts";
import styles from "./repository-picker.module.css";
import { RepositoryResults } from "./repository-results.tsx";
import { useRepositories } from "./use-repositories.ts";

interface RepositoryGitHubProps {
  readonly codeHost: ReturnType<typeof useCodeHost>;
  readonly chosenId: string | undefined;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

/** Selects a repository of the linked GitHub account or its organizations, or links an account. */
export const RepositoryGitHub = (props: RepositoryGitHubProps) => {
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
            <SelectField
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
