import { lazy, Suspense, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { contentVisibility } from "../../../../../resources/storage/bucket-calls.ts";
import { downloadFile } from "../../flows/storage/download.ts";
import { gatewayUrl, publicUrl, s3Uri } from "../../flows/storage/links.ts";
import { useObject, type FileHead, useTags, type FileTag } from "../../flows/storage/use-object.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { usePageCrumbs, usePageTitle } from "../../../framework/page-title.ts";
import { RecordError } from "../../../framework/pages/record-error.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { ObjectStorageType } from "../../arweave/object-storage-type.tsx";
import { useFileActs } from "../objects/use-file-acts.ts";
import { WorkList } from "../objects/work-list.tsx";
import { nameOf, parentOf, placeHref, stepsOf } from "../paths.ts";
import { FileVersions } from "../versions/file-versions.tsx";
import { VersionsCard } from "../snapshots/versions-card.tsx";
import { useBucketRow } from "../use-bucket-row.ts";
import styles from "./file-page.module.css";
import { Preview } from "./preview.tsx";
import { tagNameMax, tagsMax, tagValueMax } from "../../../../../resources/storage/storage-limits.ts";
import { data } from "../../../../../resources/declare/fields.ts";
import { FormCard, ownForm } from "../../../framework/forms/form.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";

const ShareDialog = lazy(() => import("../share/share-dialog.tsx"));

interface FilePageProps {
  readonly bucket: string;
  readonly fileKey: string;
}

const isNameTaken = () => false;

/** /bucket/storage/{bucket}/{folder…}/{file}: preview, details and actions of a file. */
export const FilePage = ({ bucket, fileKey }: FilePageProps) => {
  const name = nameOf(fileKey);
  const folder = placeHref(bucket, parentOf(fileKey));
  const navigate = useNavigate();
  const allows = useAllows();
  const { data: head, error, reload } = useObject(bucket, fileKey);
  const acts = useFileActs(bucket, isNameTaken);
  const [sharing, setSharing] = useState(false);
  const isMounted = useIsMounted();
  usePageTitle(name);
  usePageCrumbs(useMemo(() => stepsOf({ kind: "file", bucket, key: fileKey }), [bucket, fileKey]));
  if (error && !head)
    return <RecordError what="File" list={{ title: "its folder", path: folder }} error={error} onRetry={reload} />;
  const mayDelete = allows("delete", "buckets");
  const leave = () => void navigate(folder);
  const follow = (to: string) => {
    if (isMounted.current) void navigate(placeHref(bucket, to), { replace: true });
  };
  return (
    <>
      <PageHeader
        title={<bdi>{name || "(no name)"}</bdi>}
        actions={
          <>
            <Button
              icon="download"
              onClick={() =>
                void downloadFile(bucket, fileKey, name).catch((problem: Error) =>
                  dialogs.alert({ text: problem.message }),
                )
              }
            >
              Download
            </Button>
            {mayDelete && allows("edit", "buckets") && (
              <Button icon="edit" onClick={() => void acts.rename({ kind: "file", key: fileKey }, follow)}>
                Rename
              </Button>
            )}
            {mayDelete && (
              <Button icon="trash" onClick={() => void acts.remove([fileKey]).then((started) => started && leave())}>
                Delete
              </Button>
            )}
            <Button kind="primary" icon="link" onClick={() => setSharing(true)}>
              Share
            </Button>
          </>
        }
      />
      <WorkList bucket={bucket} />
      {head ? (
        <div className={styles.file}>
          <Preview bucket={bucket} head={head} />
          <div className="fh-stack">
            <FactsCard bucket={bucket} head={head} />
            <ObjectStorageType
              bucket={bucket}
              fileKey={fileKey}
              cid={head.metadata["ipfs-hash"]}
              sizeBytes={head.sizeBytes}
            />
            <FileVersions bucket={bucket} fileKey={fileKey} />
            <VersionsCard bucket={bucket} fileKey={fileKey} name={name} cid={head.metadata["ipfs-hash"]} />
            <TagsCard bucket={bucket} fileKey={fileKey} mayEdit={allows("edit", "buckets")} />
          </div>
        </div>
      ) : (
        <Card>
          <Skeleton lines={10} />
        </Card>
      )}
      {sharing && (
        <Suspense>
          <ShareDialog bucket={bucket} fileKey={fileKey} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Tracks whether the page is still mounted, because renaming a large file takes a while. */
const useIsMounted = (): RefObject<boolean> => {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
};

interface FactsCardProps {
  readonly bucket: string;
  readonly head: FileHead;
}

/** Metadata shown under other labels, or on the Arweave card. */
const shownElsewhere = new Set(["ipfs-hash", "arweave-hash", "arweave-status", "arweave-failed-reason"]);

/** Details and metadata of a file. */
const FactsCard = ({ bucket, head }: FactsCardProps) => {
  const { key, sizeBytes, type, etag, modifiedSeconds, metadata } = head;
  const cid = metadata["ipfs-hash"];
  const isOpenByUrl = useBucketRow(bucket)?.public === true;
  const { data: visibility } = useCall(contentVisibility, { params: { cid: cid ?? "" }, enabled: cid !== undefined });
  return (
    <Card title="Details">
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
    </Card>
  );
};

const readersOf = (isPublic: boolean): string =>
  isPublic ? "Anyone with the CID" : "Your team, and anyone with a share link";

interface TagsCardProps {
  readonly bucket: string;
  readonly fileKey: string;
  readonly mayEdit: boolean;
}

const tagsField = data(
  "",
  z.array(z.custom<FileTag>()).check(
    z.refine((tags) => tags.every(([name]) => name.trim() !== ""), "Every tag needs a name."),
    z.refine((tags) => new Set(tags.map(([name]) => name)).size === tags.length, "Tag names must be unique."),
  ),
);

/** The file's tags, editable with access. */
const TagsCard = ({ bucket, fileKey, mayEdit }: TagsCardProps) => {
  const { tags, error, save } = useTags(bucket, fileKey);
  if (tags && mayEdit)
    return (
      <FormCard
        title="Tags"
        // Own form: tags are S3, read again before they are written.
        form={ownForm({ tags: tagsField }, ({ tags: changed }, _send, seen) => save(changed, seen.tags))}
        initial={{ tags: [...tags] }}
        controls={{ tags: ({ value = [], onChange }) => <Tags tags={value} onChange={onChange} /> }}
        submit="Save tags"
        done="Tags saved"
      />
    );
  return (
    <Card title="Tags">
      {error && <ErrorState message={error.message} />}
      {!tags && !error && <Skeleton lines={2} />}
      {tags && <TagList tags={tags} />}
    </Card>
  );
};

const TagList = ({ tags }: { readonly tags: readonly FileTag[] }) =>
  tags.length === 0 ? (
    <p className="fh-muted">No tags.</p>
  ) : (
    <dl className={styles.traits}>
      {tags.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );

interface TagsProps {
  readonly tags: readonly FileTag[];
  readonly onChange: (tags: FileTag[]) => void;
}

const Tags = ({ tags, onChange }: TagsProps) => (
  <div className="fh-stack">
    {tags.map(([name, value], at) => (
      <div key={at} className={styles.tags}>
        <TextField
          label="Name"
          value={name}
          maxLength={tagNameMax}
          onChange={(input) => onChange(tags.with(at, [input, value]))}
        />
        <TextField
          label="Value"
          value={value}
          maxLength={tagValueMax}
          onChange={(input) => onChange(tags.with(at, [name, input]))}
        />
        <IconButton icon="trash" label={`Remove tag ${name}`} onClick={() => onChange(tags.toSpliced(at, 1))} />
      </div>
    ))}
    {tags.length < tagsMax && (
      <div>
        <Button size="small" icon="plus" onClick={() => onChange([...tags, ["", ""]])}>
          Add tag
        </Button>
      </div>
    )}
  </div>
);
