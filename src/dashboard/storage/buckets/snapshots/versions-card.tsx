import { objectVersions } from "../../../../../resources/storage/snapshots.ts";
import { downloadContent } from "../../flows/storage/download.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import styles from "./snapshots.module.css";

interface VersionsCardProps {
  readonly bucket: string;
  readonly fileKey: string;
  readonly name: string;
  /** CID of the current version. */
  readonly cid: string | undefined;
}

/** Versions of the file in snapshots. Hidden if there are none. */
export const VersionsCard = ({ bucket, fileKey, name, cid: current }: VersionsCardProps) => {
  const { data } = useCall(objectVersions, { query: { bucket, key: fileKey } });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title="Versions in snapshots" text="Versions of this file in the bucket's snapshots.">
      <ul className={styles.versions}>
        {data.items.map(({ snapshotId, cid, size, createdAt }) => (
          <li key={snapshotId}>
            <CopyText text={cid} shown={shortenHash(cid)} label="CID" />
            {cid === current && <span className="fh-muted">current</span>}
            <span className="fh-muted">{formatBytes(size)}</span>
            <Moment seconds={createdAt} />
            <IconButton
              size="small"
              icon="download"
              label={`Download version ${shortenHash(cid)}`}
              onClick={() =>
                void downloadContent(cid, name).catch((problem: Error) => dialogs.alert({ text: problem.message }))
              }
            />
          </li>
        ))}
      </ul>
    </Card>
  );
};
