import { useNavigate } from "react-router";
import { buckets } from "../../../../../resources/bucket/buckets.ts";
import { s3Region } from "../../../../../resources/bucket/access-key-limits.ts";
import { href } from "../../../../../resources/href.ts";
import { endpointUrl } from "../../../flows/storage/links.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DangerCard } from "../../../ui/danger-card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { BucketStorageType } from "../../arweave/bucket-storage-type.tsx";
import { useDeleteBucket } from "../use-bucket-actions.ts";
import { AccessCard } from "./access-card.tsx";
import { CorsCard } from "./cors-card.tsx";

/** A bucket's visibility, storage type, endpoint, CORS rules and deletion. */
export const SettingsTab = ({ bucket }: { readonly bucket: string }) => {
  const allows = useAllows();
  const navigate = useNavigate();
  const remove = useDeleteBucket();
  const mayEdit = allows("edit", "buckets");
  return (
    <div className="fh-stack">
      <AccessCard bucket={bucket} mayEdit={mayEdit} />
      <BucketStorageType bucket={bucket} />
      <Card title="S3 endpoint" text="Use this endpoint with path-style requests.">
        <DescriptionList
          facts={[
            { label: "Endpoint", value: <CopyText text={endpointUrl()} label="endpoint" /> },
            { label: "Region", value: <CopyText text={s3Region} label="region" /> },
            { label: "Bucket", value: <CopyText text={bucket} label="bucket" /> },
          ]}
        />
      </Card>
      {mayEdit && <CorsCard bucket={bucket} />}
      {allows("delete", "buckets") && (
        <DangerCard text="Only empty buckets can be deleted. The name becomes available to others.">
          <Button
            kind="danger"
            icon="trash"
            onClick={() =>
              void remove(bucket).then((deleted) => deleted && navigate(href(buckets, "list"), { replace: true }))
            }
          >
            Delete bucket
          </Button>
        </DangerCard>
      )}
    </div>
  );
};
