import { useState } from "react";
import type { Repository, RepositoryProvider } from "../../../../../resources/hosting/repositories.ts";
import { useCodeHost } from "../../code-host-linked/use-code-host.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { RepositoryGitHub } from "./repository-github.tsx";
import { RepositoryLocal } from "./repository-local.tsx";
import { RepositoryPublic } from "./repository-public.tsx";

/** What of the chosen repository is known without asking. */
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
  LOCAL: "This cloud",
  GITHUB: "GitHub",
  URL: "Public address",
};

/** A repository of the cloud's own Git host, of a linked GitHub account, or of any public address. */
export const RepositoryPicker = ({ chosen, disabled, onSelect }: RepositoryPickerProps) => {
  const [picked, setPicked] = useState<RepositoryProvider>();
  const codeHost = useCodeHost(() => setPicked("GITHUB"));
  const isGitHubOffered = codeHost.account?.configured ?? chosen.provider === "GITHUB";
  const offered: readonly RepositoryProvider[] = isGitHubOffered ? ["LOCAL", "GITHUB", "URL"] : ["LOCAL", "URL"];
  // Whoever has linked an account looks for its repositories first.
  const usual = codeHost.account?.linked ? "GITHUB" : "LOCAL";
  const place = picked ?? offered.find((provider) => provider === chosen.provider) ?? usual;
  if (codeHost.unknown && !picked && chosen.provider === undefined) return <Skeleton lines={7} />;
  return (
    <div className="fh-stack">
      <div>
        <Segmented
          label="Where the repository is"
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
