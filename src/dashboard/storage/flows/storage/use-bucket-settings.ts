import { useQuery, useQueryClient } from "@tanstack/react-query";
import { setBucketVisibility } from "../../../../../resources/storage/bucket-calls.ts";
import { buckets, type BucketVisibility } from "../../../../../resources/storage/buckets.ts";
import { send } from "../../../api/client.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { closeByS3, openByS3, readCors, writeCors, type CorsRule } from "../../../api/s3/buckets.ts";
import { refuseChanged } from "./refuse-changed.ts";
import { storageKeys } from "./storage-keys.ts";

interface BucketAccess {
  /** Whether anyone with a file's CID can read it. */
  readonly setVisibility: (visibility: BucketVisibility) => Promise<void>;
  /** Sets whether a public bucket's files can also be read by S3 without a signature. */
  readonly setOpenByS3: (isOpen: boolean) => Promise<void>;
}

/** Changes who can read a bucket, and reloads the bucket lists, which show it. */
export const useBucketAccess = (bucket: string): BucketAccess => {
  const client = useQueryClient();
  const done = () => client.invalidateQueries({ queryKey: resourceKey(buckets.name) });
  return {
    setVisibility: async (visibility) => {
      await send(setBucketVisibility, { params: { bucket }, body: { visibility }, silent: true });
      await done();
    },
    setOpenByS3: async (isOpen) => {
      await (isOpen ? openByS3(bucket) : closeByS3(bucket));
      await done();
    },
  };
};

export type CorsRules = readonly CorsRule[];

interface Cors {
  readonly rules: CorsRules | undefined;
  readonly error: Error | undefined;
  /** Throws CHANGED_MEANWHILE if the rules are no longer those that the user saw. */
  readonly save: (rules: CorsRules, seen: CorsRules) => Promise<void>;
}

/** `hasCors`: whether the bucket has CORS rules; undefined while loading. Without rules, S3 is not asked. */
export const useCors = (bucket: string, hasCors: boolean | undefined): Cors => {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: [...storageKeys.cors(bucket), hasCors],
    queryFn: ({ signal }) => (hasCors ? readCors(bucket, signal) : []),
    enabled: hasCors !== undefined,
  });
  return {
    rules: data,
    error: error ?? undefined,
    save: async (rules, seen) => {
      const show = (stored: CorsRules) =>
        [true, false].forEach((variant) => client.setQueryData([...storageKeys.cors(bucket), variant], stored));
      const stored = await readCors(bucket);
      show(stored);
      refuseChanged("rules", stored, seen, rules);
      await writeCors(bucket, rules);
      show(rules);
    },
  };
};
