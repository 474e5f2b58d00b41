import type { StoredObject } from "../buckets/service.ts";
import { allows } from "./access.ts";
import { checkOwner } from "./check-request.ts";
import { checkSource } from "./conditions.ts";
import { S3Error } from "./errors.ts";
import type { BucketExchange } from "./exchange.ts";
import { requireNullVersion } from "./require-object.ts";
import { validateKey } from "./names.ts";

export interface Source {
  readonly object: StoredObject;
  /** Whether source and target are the same object. */
  readonly isTarget: boolean;
}

/**
 * Finds the object of x-amz-copy-source ("/bucket/key?versionId=null" with an escaped key), if the client can read it.
 */
export const sourceOf = async (exchange: BucketExchange): Promise<Source> => {
  const { request, buckets, bucket, target, verified } = exchange;
  const { bucketName, key } = namedIn(String(request.headers["x-amz-copy-source"]));
  const from = await buckets.find(bucketName);
  if (!from) throw new S3Error("NoSuchBucket");
  if (!allows(verified?.key, from, "read", key)) throw new S3Error("AccessDenied");
  checkOwner(request.headers["x-amz-source-expected-bucket-owner"], from.teamId);
  const object = await buckets.head(from, key);
  if (!object) throw new S3Error(allows(verified?.key, from, "list", key) ? "NoSuchKey" : "AccessDenied");
  checkSource(request.headers, object);
  return { object, isTarget: from.id === bucket.id && key === target.key };
};

const namedIn = (header: string): { bucketName: string; key: string } => {
  const [path = "", version] = header.split("?versionId=");
  requireNullVersion(version);
  let decoded: string;
  try {
    decoded = decodeURIComponent(path).replace(/^\//, "");
  } catch {
    throw new S3Error("InvalidArgument", "The copy source must be URL-encoded.");
  }
  const at = decoded.indexOf("/");
  if (decoded.slice(0, at).includes("\0") || at < 1 || at === decoded.length - 1)
    throw new S3Error("InvalidArgument", "Copy Source must mention the source bucket and key: sourcebucket/sourcekey");
  const key = decoded.slice(at + 1);
  validateKey(key);
  return { bucketName: decoded.slice(0, at), key };
};
