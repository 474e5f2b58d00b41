import { useQuery, useQueryClient } from "@tanstack/react-query";
import { makePrivate, makePublic, readCors, writeCors, type CorsRule } from "../../api/s3/buckets.ts";
import { isBucketList, storageKeys } from "./storage-keys.ts";

/** Lets anybody read the bucket's files, or only the team. The lists of buckets, which say which it is, are asked for anew. */
export const useSetPublic = (bucket: string): ((isPublic: boolean) => Promise<void>) => {
  const client = useQueryClient();
  return async (isPublic) => {
    await (isPublic ? makePublic(bucket) : makePrivate(bucket));
    await client.invalidateQueries({ predicate: isBucketList });
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
