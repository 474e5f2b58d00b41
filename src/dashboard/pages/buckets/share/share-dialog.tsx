import { useState } from "react";
import { gatewayUrl, publicUrl } from "../../../flows/storage/links.ts";
import { useObject } from "../../../flows/storage/use-object.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { nameOf } from "../paths.ts";
import { useBucketRow } from "../use-bucket-row.ts";
import { LinkCard } from "./link-card.tsx";
import { SignedLink } from "./signed-link.tsx";

type LinkType = "signed" | "cid" | "public";

interface ShareDialogProps {
  readonly bucket: string;
  readonly fileKey: string;
  readonly onClose: () => void;
}

/** Links to share a file. */
export const ShareDialog = ({ bucket, fileKey, onClose }: ShareDialogProps) => {
  const [type, setType] = useState<LinkType>("signed");
  const row = useBucketRow(bucket);
  const isPrivate = row?.visibility === "private";
  return (
    <Dialog title={`Share ${nameOf(fileKey)}`} width={600} onClose={onClose}>
      <div className="fh-stack">
        <Segmented<LinkType>
          label="Link type"
          value={type}
          onChange={setType}
          options={[
            { value: "signed", label: "Expiring link" },
            ...(row?.visibility === "public" ? [{ value: "cid" as const, label: "Permanent CID link" }] : []),
            ...(row?.public ? [{ value: "public" as const, label: "Public URL" }] : []),
          ]}
        />
        {type === "signed" && <SignedLink bucket={bucket} fileKey={fileKey} />}
        {isPrivate && <p className="fh-muted">This bucket is private. CID links don't work for others.</p>}
        {type === "cid" && <CidLink bucket={bucket} fileKey={fileKey} />}
        {type === "public" && (
          <LinkCard
            address={publicUrl(bucket, fileKey)}
            text="Anyone can use this URL while the bucket is public and the file exists."
          />
        )}
      </div>
    </Dialog>
  );
};

const CidLink = ({ bucket, fileKey }: Omit<ShareDialogProps, "onClose">) => {
  const { data, error, refetch } = useObject(bucket, fileKey);
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} />;
  return (
    <LinkCard
      address={gatewayUrl(data.metadata["ipfs-hash"] ?? "", nameOf(fileKey))}
      text="Anyone with this link can read and share the file. Can't be revoked without deleting every copy."
    />
  );
};
