import { useState } from "react";
import type { Repository, RepositoryProvider } from "../../../../../resources/hosting/repositories.ts";
import { useCodeHost } from "../../code-host-linked/use-code-host.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { RepositoryGitHub } from "./repository-github.tsx";
import { RepositoryLocal } from "./repository-local.tsx";
import { RepositoryPublic } from "./repository-public.tsx";

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
