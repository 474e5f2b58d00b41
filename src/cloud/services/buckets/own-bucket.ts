import { AppError } from "../../app-error.ts";
import type { Bucket, Buckets } from "./service.ts";

/** Finds the team's bucket by name. Throws NOT_FOUND, also for other teams' buckets. */
export const ownBucket = async (buckets: Pick<Buckets, "find">, teamId: string, name: string): Promise<Bucket> => {
  const bucket = await buckets.find(name);
  if (bucket?.teamId !== teamId) throw new AppError("NOT_FOUND");
  return bucket;
};
