import { storageMonthSeconds } from "../../../../../resources/limits.ts";
import type { NewProjectValues } from "../../../flows/deploy/values.ts";
import { CostNote, RateNote } from "../../../framework/cost/cost-note.tsx";
import { sizeOf, type UploadItem } from "../../../ui/upload/upload-item.ts";

interface DeployCostProps {
  readonly source: NewProjectValues["source"];
  readonly items: readonly UploadItem[];
}

/** What a first deployment costs: building takes minutes, files and content are stored. */
export const DeployCost = ({ source, items }: DeployCostProps) => {
  if (source === "repository" || source === "template") return <BuildCost />;
  if (source === "hash") return <RateNote resource="IPFS_STORAGE" />;
  return items.length > 0 && <FilesCost items={items} />;
};

/** How long a build takes shows only once it runs. */
export const BuildCost = ({ projectId }: { readonly projectId?: string }) => (
  <RateNote resource="BUILD_TIME" service="HOSTING" {...(projectId !== undefined && { target: projectId })} />
);

export const FilesCost = ({ items }: Pick<DeployCostProps, "items">) => (
  <CostNote
    resource="IPFS_STORAGE"
    what="Storing these files for 30 days"
    amount={sizeOf(items)}
    seconds={Number(storageMonthSeconds)}
  />
);
