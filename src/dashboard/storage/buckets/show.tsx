import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { buckets } from "../../../../resources/storage/buckets.ts";
import { href } from "../../../../resources/declare/href.ts";
import { usePageCrumbs, usePageTitle } from "../../framework/page-title.ts";
import { HistoryButton } from "../../framework/pages/history.tsx";
import { listOf, RecordError } from "../../framework/pages/record-error.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { ObjectsTab } from "./objects/objects-tab.tsx";
import { WorkList } from "./objects/work-list.tsx";
import { nameOf, placeHref, placeOf, stepsOf, type Place } from "./paths.ts";
import { useBucketRow, useMissingBucket } from "./use-bucket-row.ts";
import { VisibilityTag } from "./visibility-tag.tsx";

const FilePage = lazy(async () => ({ default: (await import("./file/file-page.tsx")).FilePage }));

/** /bucket/storage/*: a folder if the path ends with a slash, otherwise a file. */
export const Component = () => {
  const { pathname, search } = useLocation();
  const place = placeOf(pathname);
  if (place.kind === "buckets") return <Navigate to={href(buckets, "list")} replace />;
  if (place.kind === "folder") {
    const address = placeHref(place.bucket, place.prefix);
    if (address !== pathname && pathname.endsWith(place.bucket)) return <Navigate to={address + search} replace />;
    return <BucketPage key={pathname} place={place} />;
  }
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <FilePage key={pathname} bucket={place.bucket} fileKey={place.key} />
    </Suspense>
  );
};

const IncompleteUploads = lazy(async () => ({
  default: (await import("./incomplete-uploads-tab.tsx")).IncompleteUploadsTab,
}));
const Overview = lazy(async () => ({ default: (await import("./overview-tab.tsx")).OverviewTab }));
const ShareLinks = lazy(async () => ({ default: (await import("./share/share-links-tab.tsx")).ShareLinksTab }));
const Snapshots = lazy(async () => ({ default: (await import("./snapshots/snapshots-tab.tsx")).SnapshotsTab }));
const Settings = lazy(async () => ({ default: (await import("./settings/settings-tab.tsx")).SettingsTab }));

type FolderPlace = Extract<Place, { kind: "folder" }>;

/** /bucket/storage/{bucket}/{folder…}/: the files of a folder, and tabs for the whole bucket. */
const BucketPage = ({ place }: { readonly place: FolderPlace }) => {
  const { bucket, prefix } = place;
  const row = useBucketRow(bucket);
  const missing = useMissingBucket(bucket);
  usePageTitle(nameOf(prefix) || bucket);
  usePageCrumbs(useMemo(() => stepsOf({ kind: "folder", bucket, prefix }), [bucket, prefix]));
  if (missing) return <RecordError what="Bucket" list={listOf(buckets)} error={missing} />;
  return (
    <>
      <PageHeader
        title={<bdi>{bucket}</bdi>}
        beside={row && <VisibilityTag visibility={row.visibility} />}
        actions={<HistoryButton resource={buckets} id={bucket} />}
      />
      <div className="fh-stack">
        <WorkList bucket={bucket} />
        <Tabs
          label="Bucket"
          tabs={[
            { label: "Objects", content: <ObjectsTab bucket={bucket} prefix={prefix} /> },
            { label: "Snapshots", content: <Later of={<Snapshots bucket={bucket} prefix={prefix} />} /> },
            { label: "Share links", content: <Later of={<ShareLinks bucket={bucket} />} /> },
            { label: "Incomplete uploads", content: <Later of={<IncompleteUploads bucket={bucket} />} /> },
            { label: "Overview", content: <Later of={<Overview bucket={bucket} />} /> },
            { label: "Settings", content: <Later of={<Settings bucket={bucket} />} /> },
          ]}
        />
      </div>
    </>
  );
};

/** Loads the content of a tab when it is opened. */
const Later = ({ of }: { readonly of: ReactNode }) => <Suspense fallback={<Skeleton lines={6} />}>{of}</Suspense>;
