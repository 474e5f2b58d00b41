import { useMemo } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { arweave } from "../../../../resources/bucket/arweave.ts";
import { arweaveObject, type ArweaveObjectView } from "../../../../resources/bucket/arweave-calls.ts";
import { href } from "../../../../resources/href.ts";
import { usePageCrumbs, usePageTitle } from "../../framework/page-title.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SyncState } from "../../ui/sync-state.tsx";
import { nameOf, placeHref } from "../buckets/paths.ts";
import { isSyncing, RetryButton } from "./object-storage-type.tsx";
import { arweaveHref, fileOf } from "./paths.ts";
import { useMovingCall } from "./use-moving-call.ts";
import styles from "./arweave.module.css";
import { VersionFacts } from "./version-facts.tsx";

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
        <LinkButton to={href(arweave, "list")}>View Arweave uploads</LinkButton>
      ) : (
        <LinkButton to={placeHref(bucket, fileKey)}>Open file</LinkButton>
      )
    }
  />
);
