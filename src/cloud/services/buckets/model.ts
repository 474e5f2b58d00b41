/** What buckets, objects and uploads are to those who speak to the service. */
import type { BucketVisibility } from "../../../../resources/bucket/buckets.ts";
import type { ChecksumAlgorithm } from "../checksums.ts";

/** Bytes of a name are as given by the client; nothing of it is ever a path on disk. */
export interface Bucket {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** CORS rules and policy as the client wrote them (S3's XML as an object, JSON), else undefined. */
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

/** Base64, as S3 writes them; of a multipart object with "-<parts>" at the end when it is a checksum of checksums. */
export type Checksums = Readonly<Partial<Record<ChecksumAlgorithm, string>>>;

/** What a client may say of an object beside its bytes. */
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
  /** CIDv1: the metadata `ipfs-hash`. */
  readonly cid: string;
  readonly sizeBytes: number;
  /** Without quotes: the MD5 in hex, or that of the parts' MD5s with "-<parts>". */
  readonly etag: string;
  readonly checksums: Checksums;
  readonly checksumType?: "FULL_OBJECT" | "COMPOSITE" | undefined;
  /** Of a multipart object, in order. */
  readonly partSizes?: readonly number[] | undefined;
  readonly modifiedAt: Date;
}

/** If-Match and If-None-Match of a write: an ETag without quotes, or "*". Throws PRECONDITION_FAILED. */
export interface WriteCondition {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** A body that has arrived whole and is durable, but belongs to nothing yet. */
export interface Received {
  readonly sizeBytes: number;
  /** Hex. */
  readonly md5: string;
  /** Hex; undefined unless it was asked for. */
  readonly sha256: string | undefined;
  readonly checksums: Checksums;
  /** Releases it unless it was stored. */
  discard(): Promise<void>;
}

export interface ReceiveOptions {
  readonly teamId: string;
  /** Known from Content-Length or x-amz-decoded-content-length: the quota is checked before a byte is read. */
  readonly sizeBytes?: number | undefined;
  /** Also computed, besides MD5. */
  readonly checksums: readonly ChecksumAlgorithm[];
  /** Whether SHA-256 is needed, although it is none of the checksums. */
  readonly sha256?: boolean;
  /** It becomes a part of an upload: where the leaves of the whole file begin is not known yet. */
  readonly asPart?: true;
}

export interface ListOptions {
  readonly prefix: string;
  /** "" for none. */
  readonly delimiter: string;
  /** Keys and common prefixes up to here, itself included, are left out. */
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
