import { objectVersions } from "../../../../../resources/bucket/snapshots.ts";
import { gatewayUrl } from "../../../flows/storage/links.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Card } from "../../../ui/card.tsx";
import styles from "./snapshots.module.css";

interface VersionsCardProps {
  readonly bucket: string;
  readonly fileKey: string;
  readonly name: string;
  /** What the file is now. */
  readonly cid: string | undefined;
}

/** What the file was when snapshots were made; nothing where there are none. */
export const VersionsCard = ({ bucket, fileKey, name, cid: current }: VersionsCardProps) => {
  const { data } = useCall(objectVersions, { query: { bucket, key: fileKey } });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title="Versions" text="What this file was in the bucket's snapshots.">
      <ul className={styles.versions}>
        {data.items.map(({ snapshotId, cid, size, createdAt }) => (
          <li key={snapshotId}>
            <a href={gatewayUrl(cid, name)} target="_blank" rel="noreferrer" className="fh-mono">
              {shortenHash(cid)}
            </a>
            {cid === current && <span className="fh-muted">as now</span>}
            <span className="fh-muted">{formatBytes(size)}</span>
            <Moment seconds={createdAt} />
          </li>
        ))}
      </ul>
    </Card>
  );
};
