import { contentVisibility } from "../../../../../resources/bucket/bucket-calls.ts";
import type { FileHead } from "../../../flows/storage/use-object.ts";
import { gatewayUrl, publicUrl, s3Uri } from "../../../flows/storage/links.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Card } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { nameOf } from "../paths.ts";
import { useBucketRow } from "../use-bucket-row.ts";
import styles from "./file-page.module.css";

interface FactsCardProps {
  readonly bucket: string;
  readonly head: FileHead;
}

/** Metadata shown under other labels, or on the Arweave card. */
const shownElsewhere = new Set(["ipfs-hash", "arweave-hash", "arweave-status", "arweave-failed-reason"]);

/** Details and metadata of a file. */
export const FactsCard = ({ bucket, head }: FactsCardProps) => {
  const { key, sizeBytes, type, etag, modifiedSeconds, metadata } = head;
  const cid = metadata["ipfs-hash"];
  const isOpenByUrl = useBucketRow(bucket)?.public === true;
  const { data: visibility } = useCall(contentVisibility, { params: { cid: cid ?? "" }, enabled: cid !== undefined });
  return (
    <Card title="Details">
      <div className={styles.facts}>
        <DescriptionList
          facts={[
            ...(cid ? [{ label: "CID", value: <CopyText text={cid} shown={shortenHash(cid)} label="CID" /> }] : []),
            ...(cid && visibility ? [{ label: "Readable by", value: readersOf(visibility.public) }] : []),
            ...(cid && visibility?.public
              ? [{ label: "CID link", value: <CopyText text={gatewayUrl(cid, nameOf(key))} label="CID link" /> }]
              : []),
            { label: "Size", value: <span title={`${formatWhole(sizeBytes)} bytes`}>{formatBytes(sizeBytes)}</span> },
            { label: "Type", value: type },
            { label: "Modified", value: formatMoment(modifiedSeconds) },
            { label: "ETag", value: <CopyText text={etag} shown={shortenHash(etag)} label="ETag" /> },
            { label: "S3 URI", value: <CopyText text={s3Uri(bucket, key)} label="S3 URI" /> },
            ...(isOpenByUrl ? [{ label: "URL", value: <CopyText text={publicUrl(bucket, key)} label="URL" /> }] : []),
            ...Object.entries(metadata)
              .filter(([name]) => !shownElsewhere.has(name))
              .map(([label, value]) => ({ label, value })),
          ]}
        />
      </div>
    </Card>
  );
};

const readersOf = (isPublic: boolean): string =>
  isPublic ? "Anyone with the CID" : "Your team, and anyone with a share link";
