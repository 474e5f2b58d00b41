/** Parses the bucket, key and query of a request from the raw URL. */
import type { IncomingMessage } from "node:http";
import { S3Error } from "./errors.ts";
import { Query } from "./query.ts";

export interface RequestTarget {
  readonly method: string;
  /** Path of the raw URL with its prefix, as used in signatures. */
  readonly rawPath: string;
  /** "" for the service itself. */
  readonly bucketName: string;
  /** "" for the bucket itself. Not resolved or normalized. */
  readonly key: string;
  readonly query: Query;
}

/**
 * Parses a request. `prefix` is "/s3" on the dashboard's port, "" on a separate host. Throws InvalidURI or
 * InvalidBucketName.
 */
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
