import type { StoredObject } from "../buckets/service.ts";
import { allows } from "./access.ts";
import { S3Error } from "./errors.ts";
import type { BucketExchange } from "./exchange.ts";

/**
 * Finds the requested object. Throws NoSuchKey, or AccessDenied to clients that can't list keys. Share links always get
 * NoSuchKey.
 */
export const requireObject = async (exchange: BucketExchange): Promise<StoredObject> => {
  const { buckets, bucket, target, verified } = exchange;
  requireNullVersion(target.query.get("versionId"));
  const object = await buckets.head(bucket, target.key);
  if (object) return object;
  const isShared = verified?.key.objectKey !== undefined;
  throw new S3Error(isShared || allows(verified?.key, bucket, "list", target.key) ? "NoSuchKey" : "AccessDenied");
};

/** Throws NoSuchVersion unless the version is `null`: buckets are not versioned. */
export const requireNullVersion = (versionId: string | undefined): void => {
  if (versionId !== undefined && versionId !== "null") throw new S3Error("NoSuchVersion");
};
