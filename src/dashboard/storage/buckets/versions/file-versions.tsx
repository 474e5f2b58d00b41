import { downloadFile } from "../../flows/storage/download.ts";
import { useVersions, type FileVersion } from "../../flows/storage/use-versions.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { nameOf } from "../paths.ts";
import { useBucketRow } from "../use-bucket-row.ts";
import styles from "./versions.module.css";

interface FileVersionsProps {
  readonly bucket: string;
  readonly fileKey: string;
}

/** Versions of a file: restore, download and permanently delete them. Hidden in buckets that never had versioning. */
export const FileVersions = ({ bucket, fileKey }: FileVersionsProps) => {
  const isVersioned = useBucketRow(bucket)?.versioning !== undefined;
  const { versions, error, reload, restore, remove } = useVersions(bucket, fileKey, isVersioned);
  if (!isVersioned) return null;
  return (
    <Card title="Versions" text="Earlier versions count as storage until they are deleted.">
      {error && !versions && <ErrorState message={error.message} onRetry={reload} />}
      {!versions && !error && <Skeleton lines={3} />}
      {versions && (
        <ul className={styles.versions} aria-label="Versions">
          {versions.map((version) => (
            <Item key={version.versionId} bucket={bucket} version={version} restore={restore} remove={remove} />
          ))}
        </ul>
      )}
    </Card>
  );
};

interface ItemProps {
  readonly bucket: string;
  readonly version: FileVersion;
  readonly restore: (version: FileVersion) => Promise<void>;
  readonly remove: (version: FileVersion) => Promise<void>;
}

const Item = ({ bucket, version, restore, remove }: ItemProps) => {
  const allows = useAllows();
  const { key, versionId, isLatest, isMarker, sizeBytes, modifiedSeconds } = version;
  const at = formatMoment(modifiedSeconds);
  const restoring = useWork(restore, { done: "Version restored" });
  const removing = useWork(remove, { done: "Version deleted" });
  const download = () =>
    void downloadFile(bucket, key, nameOf(key), versionId).catch((problem: Error) =>
      dialogs.alert({ text: problem.message }),
    );
  const confirmRemoval = async () => {
    const confirmed = await dialogs.confirm({
      title: `Delete the version of ${at}?`,
      text: isMarker ? "Only the mark of the deletion is removed." : "The version is permanently deleted.",
      ok: "Delete version",
      danger: true,
    });
    if (confirmed) await removing.act(version);
  };
  return (
    <li>
      <span className={styles.facts}>
        <Moment seconds={modifiedSeconds} />
        <span className="fh-muted">{isMarker ? "Deleted" : formatBytes(sizeBytes)}</span>
        {isLatest && <strong>Current</strong>}
      </span>
      <span className={styles.acts}>
        {!isMarker && (
          <IconButton size="small" icon="download" label={`Download version of ${at}`} onClick={download} />
        )}
        {!isMarker && !isLatest && allows("edit", "buckets") && (
          <IconButton
            size="small"
            icon="refresh"
            label={`Restore version of ${at}`}
            disabled={restoring.acting}
            onClick={() => void restoring.act(version)}
          />
        )}
        {!isLatest && allows("delete", "buckets") && (
          <IconButton
            size="small"
            icon="trash"
            label={`Delete version of ${at}`}
            disabled={removing.acting}
            onClick={() => void confirmRemoval()}
          />
        )}
      </span>
    </li>
  );
};
