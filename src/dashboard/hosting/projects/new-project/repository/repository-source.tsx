import type { ReactNode } from "react";
import type { Repository } from "../../../../../../resources/hosting/repositories/repositories.ts";
import type { NewProjectValues, Problems } from "../../../flows/deploy/values.ts";
import { useRuntimeConfig } from "../../../flows/use-runtime-config.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Card } from "../../../../ui/panels/card.tsx";
import { useCodeHost } from "../../../code-host-linked/use-code-host.ts";
import { PushCommands } from "../../push-commands.tsx";
import { BuildSettings } from "../build-settings.tsx";
import { RepositoryPicker } from "./repository-picker.tsx";
import type { useRepository } from "./use-repository.ts";
import type { Change } from "../use-values.ts";

interface RepositorySourceProps {
  readonly values: NewProjectValues;
  readonly problems: Problems;
  readonly repository: ReturnType<typeof useRepository>;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
  readonly onChange: Change;
  /** Shown between the repository and the build settings. */
  readonly children: ReactNode;
}

/** Repository, branch and build settings. */
export const RepositorySource = ({
  values,
  problems,
  repository,
  disabled,
  onSelect,
  onChange,
  children,
}: RepositorySourceProps) => {
  const { buildsUnavailable } = useRuntimeConfig().features;
  const isLocal = values.provider === undefined || values.provider === "LOCAL";
  return (
    <>
      {buildsUnavailable !== "" && (
        <Banner kind="warning" title="Repository builds are unavailable">
          {buildsUnavailable}
        </Banner>
      )}
      <Card title="Repository">
        <RepositoryPicker
          chosen={{ id: values.repoId, name: values.repoName, provider: values.provider, cloneUrl: values.cloneUrl }}
          disabled={disabled}
          onSelect={onSelect}
        />
      </Card>
      {repository.error && (
        <Banner kind={repository.fetching ? "info" : "danger"}>
          {repository.fetching ? "Fetching the repository. This page updates automatically." : repository.error.message}
        </Banner>
      )}
      {values.provider === "GITHUB" && <NoPushEvents />}
      {repository.branches?.length === 0 && isLocal && values.cloneUrl !== undefined && (
        <Card title="Push to this repository first" text="This page updates automatically after the first push.">
          <PushCommands cloneUrl={values.cloneUrl} branch="main" first />
        </Card>
      )}
      {children}
      {repository.branch !== undefined && (
        <BuildSettings
          values={{ ...values, currentBranch: repository.branch }}
          problems={problems}
          branches={repository.branches ?? []}
          detected={repository.detected}
          disabled={disabled}
          onChange={onChange}
        />
      )}
    </>
  );
};

/** Warns that GitHub can't send push events to this server. */
const NoPushEvents = () => {
  const { account } = useCodeHost();
  if (account?.hearsPushes !== false) return null;
  return (
    <Banner title="Deploy on push is unavailable">
      GitHub can't reach this server. Select Deploy on the project to build the latest commit.
    </Banner>
  );
};
