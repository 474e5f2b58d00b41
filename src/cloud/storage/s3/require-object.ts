import type { OutgoingHttpHeaders } from "node:http";
import type { Bucket, StoredObject, Version } from "../buckets/service.ts";
import { isVersionId, nullVersion } from "../buckets/service.ts";
import { checkOwner } from "./check-request.ts";
import { checkSource } from "./conditions.ts";
import { S3Error } from "./errors.ts";
import type { BucketExchange } from "./exchange.ts";
import { allows } from "./access.ts";
import type { KeyRecord } from "./keys/find-key.ts";
import { validateKey } from "./request-target.ts";

/**
 * Finds the requested object or version. Throws NoSuchKey, or AccessDenied to clients that can't list keys. Share links always get
 * NoSuchKey. For a delete marker, throws NoSuchKey, or MethodNotAllowed if its version is named.
 */
export const requireObject = async (exchange: BucketExchange): Promise<StoredObject> => {
  const { buckets, bucket, target, verified } = exchange;
  const versionId = versionIn(exchange);
  const isShared = verified?.key.objectKey !== undefined;
  const missing = isShared || allows(verified?.key, bucket, "list", target.key) ? "NoSuchKey" : "AccessDenied";
  if (versionId !== undefined) return existing(await buckets.findVersion(bucket, target.key, versionId), missing);
  const object = await buckets.head(bucket, target.key);
  if (object) return object;
  const marker =
    bucket.versioning && missing === "NoSuchKey" ? await buckets.findVersion(bucket, target.key) : undefined;
  throw new S3Error(missing, undefined, marker?.isMarker ? { headers: markerHeaders(marker.versionId) } : {});
};

const existing = (version: Version | undefined, missing: "NoSuchKey" | "AccessDenied"): StoredObject => {
  if (!version) throw new S3Error(missing === "NoSuchKey" ? "NoSuchVersion" : missing);
  if (!version.isMarker) return version;
  throw new S3Error("MethodNotAllowed", undefined, {
    headers: {
      ...markerHeaders(version.versionId),
      allow: "DELETE",
      "last-modified": version.modifiedAt.toUTCString(),
    },
  });
};

/** Headers of a response about a delete marker. */
export const markerHeaders = (versionId: string) => ({
  "x-amz-delete-marker": "true",
  "x-amz-version-id": versionId,
});

/** Headers with the ID of a version. Buckets whose versioning was never enabled have none. */
export const versionHeaders = (
  { versioning }: Pick<Bucket, "versioning">,
  { versionId = nullVersion }: Pick<StoredObject, "versionId">,
): OutgoingHttpHeaders => (versioning ? { "x-amz-version-id": versionId } : {});

/** Returns the requested version; undefined for the current object. Versions are only for the team's keys. */
export const versionIn = ({ target, bucket, verified }: BucketExchange): string | undefined =>
  checkedVersion(target.query.get("versionId"), bucket, verified?.key);

/** Throws NoSuchVersion or InvalidArgument for an invalid ID, and AccessDenied without a key of the team. */
export const checkedVersion = (
  versionId: string | undefined,
  { versioning, teamId }: Pick<Bucket, "versioning" | "teamId">,
  key: KeyRecord | undefined,
): string | undefined => {
  if (versionId === undefined) return undefined;
  if (versionId === "") throw new S3Error("InvalidArgument", "Version id cannot be the empty string");
  if (!versioning) {
    if (versionId !== nullVersion) throw new S3Error("NoSuchVersion");
    return undefined;
  }
  if (key?.teamId !== teamId || key.objectKey !== undefined) throw new S3Error("AccessDenied");
  if (!isVersionId(versionId)) throw new S3Error("InvalidArgument", "Invalid version id specified");
  return versionId;
};

export interface Source {
  readonly object: StoredObject;
  /** Whether the target is the current version of the same object. */
  readonly isTarget: boolean;
  readonly headers: OutgoingHttpHeaders;
}

/**
 * Finds the object of x-amz-copy-source ("/bucket/key?versionId=…" with a key escaped as in a form), if the client can read it.
 */
export const sourceOf = async (exchange: BucketExchange): Promise<Source> => {
  const { request, buckets, bucket, target, verified } = exchange;
  const { bucketName, key, version } = namedIn(String(request.headers["x-amz-copy-source"]));
  const from = await buckets.find(bucketName);
  if (!from) throw new S3Error("NoSuchBucket");
  if (!allows(verified?.key, from, "read", key)) throw new S3Error("AccessDenied");
  checkOwner(request.headers["x-amz-source-expected-bucket-owner"], from.teamId);
  const versionId = checkedVersion(version, from, verified?.key);
  const missing = allows(verified?.key, from, "list", key) ? "NoSuchKey" : "AccessDenied";
  const object =
    versionId === undefined
      ? await buckets.head(from, key)
      : sourceVersion(await buckets.findVersion(from, key, versionId), missing);
  if (!object) throw new S3Error(missing);
  checkSource(request.headers, object);
  return {
    object,
    isTarget: from.id === bucket.id && key === target.key && versionId === undefined,
    headers: from.versioning ? { "x-amz-copy-source-version-id": object.versionId ?? nullVersion } : {},
  };
};

const sourceVersion = (version: Version | undefined, missing: "NoSuchKey" | "AccessDenied"): StoredObject => {
  if (version?.isMarker)
    throw new S3Error("InvalidRequest", "The source of a copy request may not specifically refer to a delete marker.");
  return existing(version, missing);
};

const namedIn = (header: string): { bucketName: string; key: string; version: string | undefined } => {
  const [path = "", version] = header.split("?versionId=");
  let decoded: string;
  try {
    decoded = decodeURIComponent(path.replaceAll("+", "%20")).replace(/^\//, "");
  } catch {
    throw new S3Error("InvalidArgument", "The copy source must be URL-encoded.");
  }
  const at = decoded.indexOf("/");
  if (decoded.slice(0, at).includes("\0") || at < 1 || at === decoded.length - 1)
    throw new S3Error("InvalidArgument", "Copy Source must mention the source bucket and key: sourcebucket/sourcekey");
  const key = decoded.slice(at + 1);
  validateKey(key);
  return { bucketName: decoded.slice(0, at), key, version };
};
