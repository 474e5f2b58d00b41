/** What the form says about itself before it is sent. */
import type { NewProjectValues } from "../../../flows/deploy/values.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { sizeOf, type UploadItem } from "../../../ui/upload/upload-item.ts";
import type { SummaryFact } from "./deploy-card.tsx";
import type { useRepository } from "./use-repository.ts";

type Repository = ReturnType<typeof useRepository>;

/** Name and values of the summary beside the form. */
export const summaryOf = (
  values: NewProjectValues,
  items: readonly UploadItem[],
  { branch, detected }: Repository,
): SummaryFact[] => {
  const name = { label: "Name", value: values.name || "–" };
  if (values.source === "upload") {
    const files = items.length === 0 ? "–" : `${items.length.toLocaleString("en")}, ${formatBytes(sizeOf(items))}`;
    return [name, { label: "Files", value: files }];
  }
  return [
    name,
    { label: "Repository", value: values.repoName ?? "–" },
    { label: "Branch", value: branch ?? "–" },
    { label: "Framework", value: detected?.framework || "–" },
  ];
};

/** What is still to be done before it can be deployed; empty when nothing is. */
export const missingOf = (
  values: NewProjectValues,
  items: readonly UploadItem[],
  { branch, branches, detected }: Repository,
): string => {
  if (values.source === "upload") return items.length === 0 ? "Drop a folder or a zip first." : missingName(values);
  if (values.repoId === undefined) return "Pick a repository first.";
  if (branches?.length === 0) return "Push a branch to this repository first.";
  if (branch === undefined || detected === undefined) return "Looking at the repository…";
  return missingName(values);
};

const missingName = ({ name }: NewProjectValues): string => (name === "" ? "Give the project a name." : "");
