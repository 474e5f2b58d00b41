import { useQuery, useQueryClient } from "@tanstack/react-query";
import { makePrivate, makePublic, readCors, readPolicy, writeCors, type CorsRule } from "../../api/s3/buckets.ts";
import { storageKeys } from "./storage-keys.ts";

interface Access {
  /** undefined until it is known. */
  readonly isPublic: boolean | undefined;
  readonly error: Error | undefined;
  readonly set: (isPublic: boolean) => Promise<void>;
}

/** Whether anybody may read the bucket's files. A policy of any words opens something: it counts as public. */
export const useBucketAccess = (bucket: string): Access => {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: storageKeys.policy(bucket),
    queryFn: async ({ signal }) => ({ policy: await readPolicy(bucket, signal) }),
  });
  return {
    isPublic: data && data.policy !== undefined,
    error: error ?? undefined,
    set: async (isPublic) => {
      await (isPublic ? makePublic(bucket) : makePrivate(bucket));
      await client.invalidateQueries({ queryKey: storageKeys.policy(bucket) });
    },
  };
};

export type CorsRules = readonly CorsRule[];

interface Cors {
  readonly rules: CorsRules | undefined;
  readonly error: Error | undefined;
  readonly save: (rules: CorsRules) => Promise<void>;
}

export const useCors = (bucket: string): Cors => {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: storageKeys.cors(bucket),
    queryFn: ({ signal }) => readCors(bucket, signal),
  });
  return {
    rules: data,
    error: error ?? undefined,
    save: async (rules) => {
      await writeCors(bucket, rules);
      client.setQueryData(storageKeys.cors(bucket), rules);
    },
  };
};
