import { useState } from "react";
import { code } from "../../../../../resources/fields.ts";
import { importRepository } from "../../../../../resources/hosting/code-host.ts";
import type { Repository, RepositoryProvider } from "../../../../../resources/hosting/repositories.ts";
import { FormCard, ownForm } from "../../../framework/forms/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useCodeHost } from "../../code-host-linked/use-code-host.ts";
import { RepositoryGitHub } from "./repository-github.tsx";
import { RepositoryLocal } from "./repository-local.tsx";
import styles from "./repository-picker.module.css";

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
          options={offered.map((value) => ({ value, label: labels[value] }))}
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

const url = code("Repository URL", {
  min: 1,
  max: 2000,
  required: "Enter a repository URL.",
  placeholder: "https://example.com/team/site.git",
  hint: "Read-only. Pushes don't trigger deployments; select Deploy to build the latest commit.",
});

/** Imports a repository by public URL. */
const RepositoryPublic = ({ chosen, disabled, onSelect }: RepositoryPublicProps) => {
  const isChosen = chosen.id !== undefined && chosen.provider === "URL";
  return (
    <>
      <FormCard
        bare
        form={ownForm({ url }, (body, send) => send(importRepository, { body }))}
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
