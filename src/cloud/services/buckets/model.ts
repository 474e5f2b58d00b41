/** Public types of the buckets service. */
import type { BucketVisibility } from "../../../../resources/bucket/buckets.ts";
import type { ChecksumAlgorithm } from "../checksums.ts";

/** Names and keys are stored as sent by the client, and are never used as paths on disk. */
export interface Bucket {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** CORS rules and policy (JSON text) as set by the client; undefined if not set. */
  readonly cors?: readonly CorsRule[] | undefined;
  readonly policy?: string | undefined;
  /** A private bucket has no policy. */
  readonly visibility: BucketVisibility;
  /** New objects go to Arweave too. */
  readonly arweaveSync: boolean;
}

export interface CorsRule {
  readonly id?: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly allowedMethods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  readonly maxAgeSeconds?: number | undefined;
}

/** Base64, as in S3. A multipart object's checksum of checksums ends with "-<parts>". */
export type Checksums = Readonly<Partial<Record<ChecksumAlgorithm, string>>>;

/** Object attributes set by the client. */
export interface Attributes {
  readonly contentType?: string | undefined;
  readonly cacheControl?: string | undefined;
  readonly contentDisposition?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly contentLanguage?: string | undefined;
  readonly expires?: string | undefined;
  /** x-amz-meta-*, names in lower case without the prefix. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
}

export interface StoredObject extends Attributes {
  readonly key: string;
  /** CIDv1, sent as the metadata `ipfs-hash`. */
  readonly cid: string;
  readonly sizeBytes: number;
  /** Without quotes: the hex MD5, or for multipart objects the MD5 of the parts' MD5s with "-<parts>". */
  readonly etag: string;
  readonly checksums: Checksums;
  readonly checksumType?: "FULL_OBJECT" | "COMPOSITE" | undefined;
  /** Part sizes of a multipart object, in order. */
  readonly partSizes?: readonly number[] | undefined;
  readonly modifiedAt: Date;
}

/** If-Match and If-None-Match of a write: an ETag without quotes, or "*". Throws PRECONDITION_FAILED. */
export interface WriteCondition {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** A completely received body that no object references yet. */
export interface Received {
  readonly sizeBytes: number;
  /** Hex. */
  readonly md5: string;
  /** Hex; undefined unless requested. */
  readonly sha256: string | undefined;
  readonly checksums: Checksums;
  /** Releases it unless it was stored. */
  discard(): Promise<void>;
}

export interface ReceiveOptions {
  readonly teamId: string;
  /** From Content-Length or x-amz-decoded-content-length: the quota is then checked before reading. */
  readonly sizeBytes?: number | undefined;
  /** Checksums to compute in addition to MD5. */
  readonly checksums: readonly ChecksumAlgorithm[];
  /** Whether to compute SHA-256 even if it is not in `checksums`. */
  readonly sha256?: boolean;
  /** The body is an upload part, so the leaf boundaries of the whole file are unknown. */
  readonly asPart?: true;
}

export interface ListOptions {
  readonly prefix: string;
  /** "" for none. */
  readonly delimiter: string;
  /** Skips keys and common prefixes up to and including this one. */
  readonly after: string;
  readonly limit: number;
}

export interface Listing<T> {
  readonly entries: readonly T[];
  readonly prefixes: readonly string[];
  /** `after` of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

export interface Upload {
  readonly id: string;
  readonly key: string;
  readonly attributes: Attributes;
  readonly checksumAlgorithm?: ChecksumAlgorithm | undefined;
  readonly checksumType?: "FULL_OBJECT" | "COMPOSITE" | undefined;
  readonly createdAt: Date;
}

export interface Part {
  readonly number: number;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly checksums: Checksums;
  readonly modifiedAt: Date;
}

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}
