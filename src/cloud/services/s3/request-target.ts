/** What a request names: bucket, key and query, read from the address as it came over the wire. */
import type { IncomingMessage } from "node:http";
import { S3Error } from "./errors.ts";
import { Query } from "./query.ts";

export interface RequestTarget {
  readonly method: string;
  /** Of the address as it was sent, with its prefix: what signatures are about. */
  readonly rawPath: string;
  /** "" for the service itself. */
  readonly bucketName: string;
  /** "" for the bucket itself. Any text: nothing of it is resolved or normalised. */
  readonly key: string;
  readonly query: Query;
}

/** `prefix` is "/s3" on the dashboard's port, "" on a separate host. Throws InvalidURI or InvalidBucketName. */
export const parseTarget = ({ method = "GET", url = "/" }: IncomingMessage, prefix: string): RequestTarget => {
  const queryAt = url.indexOf("?");
  const rawPath = queryAt < 0 ? url : url.slice(0, queryAt);
  const below = rawPath.slice(prefix.length + 1);
  const slashAt = below.indexOf("/");
  const bucketName = decoded(slashAt < 0 ? below : below.slice(0, slashAt));
  if (bucketName.includes("\0")) throw new S3Error("InvalidBucketName");
  return {
    method,
    rawPath,
    bucketName,
    key: slashAt < 0 ? "" : decoded(below.slice(slashAt + 1)),
    query: new Query(queryAt < 0 ? "" : url.slice(queryAt + 1)),
  };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI");
  }
};
