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

type Way = "signed" | "cid" | "public";

interface ShareDialogProps {
  readonly bucket: string;
  readonly fileKey: string;
  readonly onClose: () => void;
}

/** The ways to hand a file to somebody else. */
export const ShareDialog = ({ bucket, fileKey, onClose }: ShareDialogProps) => {
  const [way, setWay] = useState<Way>("signed");
  const isPublic = useBucketRow(bucket)?.public ?? false;
  return (
    <Dialog title={`Share ${nameOf(fileKey)}`} width={600} onClose={onClose}>
      <div className="fh-stack">
        <Segmented<Way>
          label="Kind of link"
          value={way}
          onChange={setWay}
          options={[
            { value: "signed", label: "For a time" },
            { value: "cid", label: "By CID, for good" },
            ...(isPublic ? [{ value: "public" as const, label: "Public URL" }] : []),
          ]}
        />
        {way === "signed" && <SignedLink bucket={bucket} fileKey={fileKey} />}
        {way === "cid" && <CidLink bucket={bucket} fileKey={fileKey} />}
        {way === "public" && (
          <LinkCard
            address={publicUrl(bucket, fileKey)}
            text="The bucket is public: this address works for everybody, as long as it is and the file is there."
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
      text="It names the content itself: whoever has it reads the file, and may hand it on. It cannot be taken back, but for deleting every copy of the file."
    />
  );
};
