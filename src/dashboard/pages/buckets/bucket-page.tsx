import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { usePageCrumbs, usePageTitle } from "../../framework/page-title.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ObjectsTab } from "./objects/objects-tab.tsx";
import { WorkList } from "./objects/work-list.tsx";
import { nameOf, stepsOf, type Place } from "./paths.ts";
import { useBucketRow } from "./use-bucket-row.ts";

const Fragments = lazy(async () => ({ default: (await import("./fragments-tab.tsx")).FragmentsTab }));
const Overview = lazy(async () => ({ default: (await import("./overview-tab.tsx")).OverviewTab }));
const Snapshots = lazy(async () => ({ default: (await import("./snapshots/snapshots-tab.tsx")).SnapshotsTab }));
const Settings = lazy(async () => ({ default: (await import("./settings/settings-tab.tsx")).SettingsTab }));

type FolderPlace = Extract<Place, { kind: "folder" }>;

/** /bucket/storage/{bucket}/{folder…}/: the files of a folder, and what concerns the whole bucket. */
export const BucketPage = ({ place }: { readonly place: FolderPlace }) => {
  const { bucket, prefix } = place;
  const row = useBucketRow(bucket);
  usePageTitle(nameOf(prefix) || bucket);
  usePageCrumbs(useMemo(() => stepsOf({ kind: "folder", bucket, prefix }), [bucket, prefix]));
  return (
    <>
      <PageHeader title={<bdi>{bucket}</bdi>} beside={row?.public && <StatusTag state="warning" label="Public" />} />
      <div className="fh-stack">
        <WorkList bucket={bucket} />
        <Tabs
          label="Bucket"
          tabs={[
            { label: "Objects", content: <ObjectsTab bucket={bucket} prefix={prefix} /> },
            { label: "Snapshots", content: <Later of={<Snapshots bucket={bucket} prefix={prefix} />} /> },
            { label: "Fragments", content: <Later of={<Fragments bucket={bucket} />} /> },
            { label: "Overview", content: <Later of={<Overview bucket={bucket} />} /> },
            { label: "Settings", content: <Later of={<Settings bucket={bucket} />} /> },
          ]}
        />
      </div>
    </>
  );
};

/** What is loaded when its tab is opened. */
const Later = ({ of }: { readonly of: ReactNode }) => <Suspense fallback={<Skeleton lines={6} />}>{of}</Suspense>;
