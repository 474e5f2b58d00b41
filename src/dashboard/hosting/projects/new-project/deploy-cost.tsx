import { arweaveFreeBytes } from "../../../../../resources/storage/arweave-limits.ts";
import type { Platform } from "../../../../../resources/hosting/platforms.ts";
import { storageMonthSeconds } from "../../../../../resources/limits.ts";
import type { NewProjectValues } from "../../flows/deploy/values.ts";
import { CostNote, RateNote } from "../../../framework/cost/cost-note.tsx";
import { sizeOf, type UploadItem } from "../../../ui/upload/upload-item.ts";

type Items = readonly UploadItem[];

interface DeployCostProps {
  readonly source: NewProjectValues["source"];
  readonly platform: Platform;
  readonly items: Items;
}

/** Costs of a first deployment: build minutes, storage, and permanent Arweave storage. */
export const DeployCost = ({ source, platform, items }: DeployCostProps) => {
  if (source === "upload") return items.length > 0 && <FilesCost items={items} platform={platform} />;
  return (
    <>
      {source === "repository" ? <BuildCost /> : <RateNote resource="IPFS_STORAGE" />}
      {platform === "AR" && <RateNote resource="AR_STORAGE" />}
    </>
  );
};

/** Rate of build minutes. The duration isn't known in advance. */
export const BuildCost = ({ projectId }: { readonly projectId?: string }) => (
  <RateNote resource="BUILD_TIME" service="HOSTING" {...(projectId !== undefined && { target: projectId })} />
);

/** Storage costs of uploaded files. The size of a zip isn't known until it is unpacked. */
export const FilesCost = ({ items, platform }: Pick<DeployCostProps, "items" | "platform">) => {
  const isZip = items.some(({ path }) => path.toLowerCase().endsWith(".zip"));
  const permanentBytes = sizeOf(items.filter(({ file }) => file.size > arweaveFreeBytes));
  return (
    <>
      {isZip ? (
        <RateNote resource="IPFS_STORAGE" />
      ) : (
        <CostNote
          resource="IPFS_STORAGE"
          what="Storage for 30 days"
          amount={sizeOf(items)}
          seconds={Number(storageMonthSeconds)}
        />
      )}
      {platform === "AR" && isZip && <RateNote resource="AR_STORAGE" />}
      {platform === "AR" && !isZip && permanentBytes > 0 && (
        <CostNote resource="AR_STORAGE" what="Permanent Arweave storage" amount={permanentBytes} />
      )}
    </>
  );
};
