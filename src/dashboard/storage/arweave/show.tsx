import { useMemo, type ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { arweave } from "../../../../resources/storage/arweave.ts";
import { arweaveObject, type ArweaveObjectView } from "../../../../resources/storage/arweave-calls.ts";
import { href } from "../../../../resources/declare/href.ts";
import { usePageCrumbs, usePageTitle } from "../../framework/page-title.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { SyncState } from "../../ui/states/sync-state.tsx";
import { nameOf, placeHref } from "../buckets/paths.ts";
import { isSyncing, RetryButton } from "./object-storage-type.tsx";
import { arweaveHref, fileOf } from "./paths.ts";
import { useMovingCall } from "./use-moving-call.ts";
import styles from "./arweave.module.css";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { DescriptionList, type Fact } from "../../ui/panels/description-list.tsx";
import { embeddedNote, foreverNote } from "../flows/arweave/texts.ts";

/** /bucket/arweave/{bucket}/{folder…}/{file}: one file on Arweave, with its tags, block and other versions. */
export const Component = () => {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const file = useMemo(() => fileOf(pathname) ?? { bucket: "", key: "" }, [pathname]);
  const { bucket, key } = file;
  const id = query.get("id") ?? undefined;
  const { data, error, reload } = useMovingCall(
    arweaveObject,
    { query: { bucket, key, ...(id && { id }) }, enabled: key !== "" },
    isSyncing,
  );
  usePageTitle(nameOf(key));
  usePageCrumbs(
    useMemo(
      () => [bucket, ...key.split("/").filter(Boolean)].map((label) => ({ label, to: arweaveHref(bucket, key) })),
      [bucket, key],
    ),
  );
  if (error && data === undefined)
    return <ErrorState title="Can't load this file" message={error.message} onRetry={reload} />;
  if (data === null || key === "") return <NotOnArweave bucket={bucket} fileKey={key} />;
  return (
    <>
      <PageHeader
        title={<bdi>{nameOf(key)}</bdi>}
        beside={data && <SyncState state={data.state} />}
        actions={data && <Actions view={data} onDone={reload} />}
      />
      {data ? (
        <div className="fh-stack">
          <VersionFacts view={data} />
          {data.versions.length > 1 && <Versions view={data} />}
        </div>
      ) : (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
    </>
  );
};

const Actions = ({ view, onDone }: { readonly view: ArweaveObjectView; readonly onDone: () => void }) => (
  <>
    <LinkButton to={placeHref(view.bucket, view.key)} icon="bucket">
      View in bucket
    </LinkButton>
    {(view.state === "failure" || view.state === "timeout") && (
      <RetryButton bucket={view.bucket} fileKey={view.key} onDone={onDone} />
    )}
    {view.url && (
      <LinkButton kind="primary" icon="external" to={new URL(view.url, location.origin).href}>
        Open
      </LinkButton>
    )}
  </>
);

const Versions = ({ view }: { readonly view: ArweaveObjectView }) => (
  <Card title="Versions" text="Each version of a file is stored separately.">
    <ul className={styles.versions}>
      {view.versions.map(({ id, state, createdAt }) => (
        <li key={id}>
          {id === view.id ? (
            <strong aria-current="true">
              <Moment seconds={createdAt} />
            </strong>
          ) : (
            <Link to={arweaveHref(view.bucket, view.key, id)}>
              <Moment seconds={createdAt} />
            </Link>
          )}
          <SyncState state={state} />
        </li>
      ))}
    </ul>
  </Card>
);

const NotOnArweave = ({ bucket, fileKey }: { readonly bucket: string; readonly fileKey: string }) => (
  <Empty
    icon="archive"
    title="Not on Arweave"
    text="No version of this file is on Arweave. Upload it from the file's page."
    action={
      fileKey === "" ? (
        <LinkButton to={href(arweave, "list")}>View AR history</LinkButton>
      ) : (
        <LinkButton to={placeHref(bucket, fileKey)}>Open file</LinkButton>
      )
    }
  />
);

/** Details of one version on Freehold and on Arweave. */
const VersionFacts = ({ view }: { readonly view: ArweaveObjectView }) => (
  <>
    {view.reason && <Banner kind="warning">{view.reason}</Banner>}
    <Card title="On Arweave" text={view.embedded ? `${embeddedNote} ${foreverNote}` : foreverNote}>
      <DescriptionList facts={weaveFacts(view)} />
    </Card>
    <Card title="File">
      <DescriptionList facts={fileFacts(view)} />
    </Card>
    <Card title="Tags" text="Public, like the content. Bucket and file names are not included.">
      <DescriptionList facts={view.tags.map(({ name, value }) => ({ label: name, value: breakable(value) }))} />
    </Card>
  </>
);

const weaveFacts = ({ hash, bundle, block, confirmedAt, state }: ArweaveObjectView): Fact[] => {
  const missing = <span className="fh-muted">{state === "syncing" ? "Not yet" : "–"}</span>;
  const facts: (Fact | undefined)[] = [
    { label: "Hash", value: hash ? hashOf(hash, "hash") : missing },
    bundle ? { label: "In bundle", value: hashOf(bundle, "bundle") } : undefined,
    { label: "Block", value: block ? formatWhole(block.height) : missing },
    block ? { label: "Confirmations", value: formatWhole(block.confirmations) } : undefined,
    { label: "Stored", value: confirmedAt && state === "synced" ? formatMoment(confirmedAt) : missing },
  ];
  return facts.filter((fact) => fact !== undefined);
};

const fileFacts = ({ bucket, key, sizeBytes, contentType, cid, createdAt }: ArweaveObjectView): Fact[] => [
  { label: "Bucket", value: bucket },
  { label: "Key", value: breakable(key) },
  { label: "Size", value: <span title={`${formatWhole(sizeBytes)} bytes`}>{formatBytes(sizeBytes)}</span> },
  { label: "Type", value: contentType },
  { label: "CID", value: hashOf(cid, "CID") },
  { label: "Queued", value: formatMoment(createdAt) },
];

const hashOf = (text: string, label: string): ReactNode => (
  <CopyText text={text} shown={shortenHash(text)} label={label} />
);

/** Breaks long values anywhere, so that they fit the card. */
const breakable = (text: string): ReactNode => (
  <bdi className="fh-mono" style={{ overflowWrap: "anywhere" }}>
    {text}
  </bdi>
);
