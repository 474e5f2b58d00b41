/** Summary of the new project form. */
import { frameworkOf } from "../../flows/deploy/build-defaults.ts";
import { isNamePath, type NewProjectValues } from "../../flows/deploy/values.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { platformLabels } from "../../../../../resources/hosting/platforms.ts";
import type { Template } from "../../../../../resources/hosting/templates/templates.ts";
import { countOf } from "../../../lib/format/count.ts";
import { sizeOf, type UploadItem } from "../../../ui/upload/upload-item.ts";
import type { SummaryFact } from "./deploy-card.tsx";
import type { useRepository } from "./repository/use-repository.ts";

type Repository = ReturnType<typeof useRepository>;

const none = "–";

interface Chosen {
  readonly items: readonly UploadItem[];
  readonly repository: Repository;
  readonly template: Template | undefined;
}

/** Returns the facts of the summary beside the form. */
export const summaryOf = (values: NewProjectValues, chosen: Chosen): SummaryFact[] => [
  { label: "Name", value: values.name || none },
  ...sourceFacts(values, chosen),
  { label: "Platform", value: platformLabels[values.platform] },
];

const sourceFacts = (values: NewProjectValues, { items, repository, template }: Chosen): SummaryFact[] => {
  switch (values.source) {
    case "upload": {
      const files = items.length === 0 ? none : `${countOf(items.length, "file")}, ${formatBytes(sizeOf(items))}`;
      return [{ label: "Source", value: files }];
    }
    case "hash":
      return [
        { label: isNamePath(values.ipfsPath) ? "IPNS name" : "IPFS content", value: values.ipfsPath || none },
        ...(isNamePath(values.ipfsPath)
          ? [{ label: "Follow the name", value: (values.ipnsAuto ?? true) ? "Yes" : "No" }]
          : []),
      ];
    case "template":
      return [{ label: "Template", value: template?.name ?? none }];
    case "repository": {
      const slug = values.framework ?? repository.detected?.framework;
      return [
        { label: "Repository", value: values.repoName ?? none },
        { label: "Branch", value: repository.branch ?? none },
        { label: "Framework", value: slug ? frameworkOf(slug).name : none },
      ];
    }
  }
};

/** Returns the next missing input, or "" if the project can be deployed. */
export const missingOf = (
  values: NewProjectValues,
  items: readonly UploadItem[],
  { repository, isSignedOut }: { readonly repository: Repository; readonly isSignedOut: boolean },
): string => missingSource(values, items, repository, isSignedOut) || missingName(values);

const missingSource = (
  { source, templateId, repoId, ipfsPath }: NewProjectValues,
  items: readonly UploadItem[],
  { branch, branches, detected }: Repository,
  isSignedOut: boolean,
): string => {
  switch (source) {
    case "upload":
      return items.length === 0 ? "Add a folder or zip." : "";
    case "hash":
      return ipfsPath.trim() === "" ? "Enter a hash." : "";
    case "template":
      return templateId === undefined ? "Select a template." : "";
    case "repository":
      if (isSignedOut) return "";
      if (repoId === undefined) return "Select a repository.";
      if (branches?.length === 0) return "Push a branch to this repository.";
      return branch === undefined || detected === undefined ? "Checking the repository…" : "";
  }
};

const missingName = ({ name }: NewProjectValues): string => (name === "" ? "Enter a project name." : "");
