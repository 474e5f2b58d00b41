/** Parses the bucket, key and query of a request from the raw URL. */
import type { IncomingMessage } from "node:http";
import { objectKeyBytesMax } from "../../../../resources/storage/limits.ts";
import { S3Error } from "./errors.ts";

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

/** Where the endpoint is. */
export interface Base {
  /** "/s3" on the dashboard's port, "" on a separate host. */
  readonly prefix: string;
  /** The bucket of a virtual-hosted request; "" if the path names the bucket. */
  readonly bucketName: string;
}

/** Parses a request. Throws InvalidURI or InvalidBucketName. */
export const parseTarget = ({ method = "GET", url = "/" }: IncomingMessage, base: Base): RequestTarget => {
  const queryAt = url.indexOf("?");
  const rawPath = queryAt < 0 ? url : url.slice(0, queryAt);
  const query = new Query(queryAt < 0 ? "" : url.slice(queryAt + 1));
  const below = rawPath.slice(base.prefix.length + 1);
  if (base.bucketName !== "") return { method, rawPath, bucketName: base.bucketName, key: decodedPath(below), query };
  const slashAt = below.indexOf("/");
  const bucketName = decodedPath(slashAt < 0 ? below : below.slice(0, slashAt));
  if (bucketName.includes("\0")) throw new S3Error("InvalidBucketName");
  return {
    method,
    rawPath,
    bucketName,
    key: slashAt < 0 ? "" : decodedPath(below.slice(slashAt + 1)),
    query,
  };
};

const decodedPath = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI");
  }
};

type Pair = readonly [name: string, value: string];

/**
 * A query as parsed by S3. A plus is a space, as in browsers and Go. `plusAsPlus` returns the query with a literal plus,
 * which some clients sign.
 */
export class Query {
  readonly pairs: readonly Pair[];
  readonly hasPlus: boolean;
  readonly #raw: string;
  readonly #values: ReadonlyMap<string, string>;

  constructor(raw: string, plus = " ") {
    this.#raw = raw;
    this.hasPlus = raw.includes("+");
    const read = (text: string): string =>
      decoded(this.hasPlus ? text.replaceAll("+", encodeURIComponent(plus)) : text);
    this.pairs = raw
      .split("&")
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf("=");
        return at < 0 ? [read(pair), ""] : [read(pair.slice(0, at)), read(pair.slice(at + 1))];
      });
    // The first value of a name wins.
    this.#values = new Map(this.pairs.toReversed());
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  plusAsPlus(): Query {
    return new Query(this.#raw, "+");
  }
}

/** Decodes a name or value. NUL is rejected, because the database can't store it. */
const decoded = (text: string): string => {
  let plain: string;
  try {
    plain = decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI");
  }
  if (plain.includes("\0")) throw new S3Error("InvalidArgument", "A parameter contains a NUL character.");
  return plain;
};

/** Validates a key: 1 to 1024 bytes without NUL. Throws KeyTooLongError or InvalidArgument. */
export const validateKey = (key: string): void => {
  if (Buffer.byteLength(key) > objectKeyBytesMax) throw new S3Error("KeyTooLongError");
  if (key === "" || key.includes("\0"))
    throw new S3Error("InvalidArgument", "A key must have 1 to 1024 bytes and no NUL character.");
};
