import { AppError } from "../../app-error.ts";
import type { Bucket, Buckets } from "./service.ts";

/** The team's bucket of this name. Throws NOT_FOUND for another team's too. */
export const ownBucket = async (buckets: Pick<Buckets, "find">, teamId: string, name: string): Promise<Bucket> => {
  const bucket = await buckets.find(name);
  if (bucket?.teamId !== teamId) throw new AppError("NOT_FOUND");
  return bucket;
};
