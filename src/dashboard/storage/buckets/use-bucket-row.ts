import { bucketOverview } from "../../../../resources/storage/bucket-calls.ts";
import { buckets, type BucketRow } from "../../../../resources/storage/buckets.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useRecords } from "../../framework/data/use-records.ts";

/** The error for a missing bucket. The cached list may be outdated, so this requests the bucket. */
export const useMissingBucket = (name: string): Error | undefined => {
  const { rows } = useRecords(buckets);
  const isUnlisted = rows !== undefined && rows.every((row) => row.name !== name);
  const { error } = useCall(bucketOverview, { params: { bucket: name }, enabled: isUnlisted });
  return isUnlisted ? error : undefined;
};

/** One bucket's numbers; undefined until they are known. */
export const useBucketRow = (name: string): BucketRow | undefined =>
  useRecords(buckets).rows?.find((row) => row.name === name);
