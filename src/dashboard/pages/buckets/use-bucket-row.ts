import { bucketOverview } from "../../../../resources/bucket/bucket-calls.ts";
import { buckets, type BucketRow } from "../../../../resources/bucket/buckets.ts";
import { callOf } from "../../../../resources/endpoints.ts";
import { useCall, type CallResult } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";

/** The team's buckets with their numbers. */
export const bucketList = callOf(buckets, "list");

interface BucketRows extends Omit<CallResult<typeof bucketList>, "data"> {
  readonly rows: readonly BucketRow[] | undefined;
}

export const useBucketRows = (): BucketRows => {
  const { data, ...rest } = useCall(bucketList);
  useLive(buckets, rest.reload);
  return { ...rest, rows: data?.list };
};

/** The error for a missing bucket. The cached list may be outdated, so this requests the bucket. */
export const useMissingBucket = (name: string): Error | undefined => {
  const { rows } = useBucketRows();
  const isUnlisted = rows !== undefined && rows.every((row) => row.name !== name);
  const { error } = useCall(bucketOverview, { params: { bucket: name }, enabled: isUnlisted });
  return isUnlisted ? error : undefined;
};

/** One bucket's numbers; undefined until they are known. */
export const useBucketRow = (name: string): BucketRow | undefined =>
  useBucketRows().rows?.find((row) => row.name === name);
