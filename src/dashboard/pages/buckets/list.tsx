import { useState } from "react";
import { buckets, type BucketRow } from "../../../../resources/bucket/buckets.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { bucketColumns } from "./bucket-columns.tsx";
import { CreateBucket } from "./create-bucket.tsx";
import { placeHref } from "./paths.ts";
import { useBucketActions } from "./use-bucket-actions.ts";
import { useBucketRows } from "./use-bucket-row.ts";

/** /bucket/storage: the team's buckets. */
export const Component = () => {
  const { rows, error, reload } = useBucketRows();
  const [creating, setCreating] = useState(false);
  const mayCreate = useAllows()("create", "buckets");
  const prefetch = usePrefetch();
  const actions = useBucketActions();
  const add = mayCreate && (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      Create bucket
    </Button>
  );
  return (
    <>
      <PageHeader
        title={buckets.title}
        text="Store files on IPFS from your browser or any S3 client."
        actions={rows !== undefined && rows.length > 0 && add}
      />
      <DataTable<BucketRow>
        label={buckets.title}
        columns={bucketColumns}
        rows={rows}
        rowKey={({ name }) => name}
        rowHref={({ name }) => placeHref(name)}
        rowActions={actions}
        onRowHover={({ name }) => prefetch(placeHref(name))}
        skeletonRows={4}
        empty={
          <Empty
            icon="bucket"
            title={buckets.list.empty.title}
            text={mayCreate && buckets.list.empty.text}
            action={add}
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      {creating && <CreateBucket onClose={() => setCreating(false)} />}
    </>
  );
};
