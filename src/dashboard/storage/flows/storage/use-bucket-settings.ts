import { useQueryClient } from "@tanstack/react-query";
import { readCors, writeCors, type CorsRule } from "../../../api/s3/buckets.ts";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { refuseChanged } from "./refuse-changed.ts";
import { storageKeys } from "./storage-keys.ts";

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
  const { data, error } = useCached({
    queryKey: [...storageKeys.cors(bucket), hasCors],
    queryFn: async ({ signal }): Promise<CorsRules> => (hasCors ? readCors(bucket, signal) : []),
    enabled: hasCors !== undefined,
  });
  return {
    rules: data,
    error,
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
