import { bucketOverview } from "../../../../resources/bucket/bucket-calls.ts";
import { buckets, type BucketRow } from "../../../../resources/bucket/buckets.ts";
import type { CallSpec } from "../../../../resources/define.ts";
import { callsOf } from "../../../../resources/endpoints.ts";
import { useCall, type CallResult } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";

/** The call that lists the team's buckets with their usage. */
export const bucketList = callsOf(buckets).find(({ call }) => call === buckets.calls.list)!;

interface BucketRows extends Omit<CallResult<CallSpec>, "data"> {
  readonly rows: readonly BucketRow[] | undefined;
}

export const useBucketRows = (): BucketRows => {
  const { data, ...rest } = useCall(bucketList);
  useLive(buckets, rest.reload);
  return { ...rest, rows: (data as { readonly list: readonly BucketRow[] } | undefined)?.list };
};

/** Returns the error for a missing bucket. The cached list may be outdated, so this requests the bucket. */
export const useMissingBucket = (name: string): Error | undefined => {
  const { rows } = useBucketRows();
  const isUnlisted = rows !== undefined && rows.every((row) => row.name !== name);
  const { error } = useCall(bucketOverview, { params: { bucket: name }, enabled: isUnlisted });
  return isUnlisted ? error : undefined;
};

/** Returns a bucket with its usage. Undefined while loading. */
export const useBucketRow = (name: string): BucketRow | undefined =>
  useBucketRows().rows?.find((row) => row.name === name);
