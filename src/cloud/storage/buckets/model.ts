/** Public types of the buckets service. */
import type { Readable } from "node:stream";
import type { BucketVisibility, Versioning } from "../../../../resources/storage/buckets.ts";
import type { LifecyclePreview, LifecycleRule, RetentionMode } from "../../../../resources/storage/bucket-rules.ts";
import type { ChecksumAlgorithm } from "../checksums.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { AppError } from "../../kernel/app-error.ts";
import type { Duty } from "../../kernel/duties.ts";

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
  /** undefined: never enabled. */
  readonly versioning?: Versioning | undefined;
  /** Set: the bucket's versions can be locked, and its versioning stays enabled. */
  readonly objectLock?: LockConfiguration | undefined;
  readonly lifecycle?: readonly LifecycleRule[] | undefined;
}

/** Object lock of a bucket. `days` or `years` from the creation of a version. */
export interface LockConfiguration {
  readonly retention?: { readonly mode: RetentionMode; readonly days?: number; readonly years?: number } | undefined;
}

/** Lock of one version, which can't be deleted until the retention and the legal hold have ended. */
export interface ObjectLock {
  /** `until` is an ISO 8601 time. */
  readonly retention?: { readonly mode: RetentionMode; readonly until: string } | undefined;
  readonly legalHold?: boolean | undefined;
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

/** What is known of an object's content. */
export type Checks = Pick<StoredObject, "checksums" | "checksumType" | "partSizes" | "partChecksums">;

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
  /** Checksums of the parts, in order, by the algorithm of the object's own; undefined if a part has none. */
  readonly partChecksums?: readonly string[] | undefined;
  readonly modifiedAt: Date;
  /** undefined for the version `null`. */
  readonly versionId?: string | undefined;
  readonly lock?: ObjectLock | undefined;
}

/** Marks a key as deleted while earlier versions are kept. */
export interface DeleteMarker {
  readonly key: string;
  readonly versionId: string;
  readonly modifiedAt: Date;
  readonly isMarker: true;
}

/** Any version of an object, with its ID or "null". */
export type Version = (StoredObject & { readonly versionId: string; readonly isMarker: false }) | DeleteMarker;

export type ListedVersion = Version & { readonly isLatest: boolean };

/** An object to delete, or one of its versions. */
export interface Deletion {
  readonly key: string;
  readonly versionId?: string | undefined;
}

export interface Deleted extends Deletion {
  /** ID of the delete marker that was created or, with a version, deleted. */
  readonly markerId?: string | undefined;
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

export interface VersionListOptions extends ListOptions {
  /** Within the key `after`, skips versions up to and including this one. Without it, skips the whole key. */
  readonly afterVersion?: string | undefined;
}

export interface VersionListing extends Listing<ListedVersion> {
  /** `afterVersion` of the next page; undefined if it starts after a common prefix. */
  readonly nextVersion: string | undefined;
}

export interface Upload {
  readonly id: string;
  readonly key: string;
  readonly attributes: Attributes;
  readonly checksumAlgorithm?: ChecksumAlgorithm | undefined;
  readonly checksumType?: "FULL_OBJECT" | "COMPOSITE" | undefined;
  readonly lock?: ObjectLock | undefined;
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

interface NewBucketOptions {
  readonly hasLock?: boolean;
  readonly policy?: string | undefined;
}

/** Errors are AppErrors with the codes BUCKET_…, OBJECT_…, UPLOAD_… of resources/declare/errors.ts; storage/s3 turns them into S3's. */
export interface Buckets {
  /** Creates a bucket, private by default. `policy` needs a public one. */
  create(teamId: string, name: string, visibility?: BucketVisibility, options?: NewBucketOptions): Promise<Bucket>;
  /** Creates a bucket in a transaction. Call `visibilityChanged` after the commit. */
  insert(
    trx: Trx,
    teamId: string,
    name: string,
    visibility?: BucketVisibility,
    options?: NewBucketOptions,
  ): Promise<Bucket>;
  /** Finds a bucket. Names are unique on the instance. Cached briefly, because every request uses it. */
  find(name: string): Promise<Bucket | undefined>;
  listOf(teamId: string, reader?: Db): Promise<readonly Bucket[]>;
  /** Throws BUCKET_NOT_EMPTY while there are objects; unfinished uploads are aborted. */
  remove(bucket: Bucket): Promise<void>;
  /** Removes a bucket in a transaction. Returns the effect to run after the commit. */
  removeIn(trx: Trx, bucket: Pick<Bucket, "id" | "teamId">): Promise<() => Promise<void>>;
  setCors(bucket: Bucket, rules: readonly CorsRule[] | undefined): Promise<void>;
  /**
   * Throws BUCKET_LOCKED if the bucket has object lock and versioning would be suspended. In a transaction, call `visibilityChanged`
   * after the commit.
   */
  setVersioning(bucket: Pick<Bucket, "id">, versioning: Versioning, reader?: Db): Promise<void>;
  /**
   * Replaces the lifecycle rules, which are first applied after the next midnight UTC. In a transaction, call `visibilityChanged`
   * after the commit.
   */
  setLifecycle(bucket: Pick<Bucket, "id">, rules: readonly LifecycleRule[], reader?: Db): Promise<void>;
  /** Sets the default retention and enables object lock. Throws BUCKET_UNVERSIONED. */
  setObjectLock(bucket: Pick<Bucket, "id">, lock: LockConfiguration): Promise<void>;
  /** Throws BUCKET_PRIVATE: only a public bucket has a policy. In a transaction, call `visibilityChanged` after the commit. */
  setPolicy(bucket: Pick<Bucket, "id" | "name">, policy: string | undefined, reader?: Db): Promise<void>;
  /**
   * Sets whether anyone can read objects by CID. Making a bucket private removes its policy. Call `visibilityChanged` after
   * the commit. Throws BUCKET_HAS_DOMAINS.
   */
  setVisibility(trx: Trx, bucket: Pick<Bucket, "id">, visibility: BucketVisibility): Promise<void>;
  /** Clears cached buckets and read access in every process. Call it after the transaction commits. */
  visibilityChanged(): void;
  /** Sets visibility and policy in a separate transaction. Throws BUCKET_HAS_DOMAINS. */
  setAccess(bucket: Bucket, access: Pick<Bucket, "visibility" | "policy">): Promise<void>;

  /** Receives a body in constant memory. Throws ALLOWANCE_USED_UP before or while reading. */
  receive(body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<Received>;
  /** Stores an object; resolves once it is durable. Object, quota and content owners change in one transaction. */
  put(
    bucket: Bucket,
    key: string,
    body: Received,
    attributes: Attributes,
    condition?: WriteCondition,
    lock?: ObjectLock,
  ): Promise<StoredObject>;
  /** Copies an object without copying its content. Without `attributes`, the copy has the source's attributes. */
  copy(
    source: { readonly object: StoredObject },
    bucket: Bucket,
    key: string,
    attributes?: Attributes,
    condition?: WriteCondition,
    lock?: ObjectLock,
  ): Promise<StoredObject>;
  /** Finds the current version; undefined if there is none or it is a delete marker. */
  head(bucket: Bucket, key: string): Promise<StoredObject | undefined>;
  /** Finds a version by its ID, or the latest one. */
  findVersion(bucket: Bucket, key: string, versionId?: string): Promise<Version | undefined>;
  read(object: StoredObject, range?: ByteRange): Promise<Readable>;
  /**
   * Passes bytes to `take` in chunks: the fastest way to send them. A chunk's memory is reused once `take` resolves.
   */
  pour(object: StoredObject, range: ByteRange, take: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** Removes objects; returns the keys that existed. Missing keys are not an error. */
  removeObjects(bucket: Bucket, keys: readonly string[]): Promise<readonly string[]>;
  /**
   * Deletes objects, which in a versioned bucket creates delete markers, or the named versions permanently. Rejected ones have an
   * error, such as OBJECT_LOCKED. `bypass` ignores governance retention.
   */
  deleteVersions(
    bucket: Bucket,
    deletions: readonly Deletion[],
    options?: { readonly bypass?: boolean },
  ): Promise<readonly (Deleted | AppError)[]>;
  /** Throws OBJECT_MISSING, also for a delete marker. */
  setTags(bucket: Bucket, key: string, tags: Readonly<Record<string, string>>, versionId?: string): Promise<void>;
  /** Sets the retention or the legal hold of a version. Throws OBJECT_LOCKED if that would weaken its retention. */
  setLock(
    bucket: Bucket,
    key: string,
    versionId: string | undefined,
    change: ObjectLock,
    options?: { readonly bypass?: boolean },
  ): Promise<void>;
  /** Lists versions by key, the latest first. */
  listVersions(bucket: Bucket, options: VersionListOptions): Promise<VersionListing>;
  list(bucket: Bucket, options: ListOptions): Promise<Listing<StoredObject>>;

  createUpload(bucket: Bucket, upload: Omit<Upload, "id" | "createdAt">): Promise<Upload>;
  findUpload(bucket: Bucket, key: string, id: string): Promise<Upload | undefined>;
  putPart(bucket: Bucket, upload: Upload, number: number, body: Received): Promise<Part>;
  copyPart(bucket: Bucket, upload: Upload, number: number, source: StoredObject, range?: ByteRange): Promise<Part>;
  listParts(upload: Upload, options: { readonly after: number; readonly limit: number }): Promise<readonly Part[]>;
  /**
   * Completes an upload; a repeated call returns the object again. Throws UPLOAD_PART_INVALID, UPLOAD_PART_ORDER,
   * UPLOAD_PART_TOO_SMALL (below 5 MiB, except the last part), or UPLOAD_CHECKSUM if the object's checksum is not `expected`.
   */
  complete(
    bucket: Bucket,
    upload: Upload,
    parts: readonly { readonly number: number; readonly etag: string; readonly checksums: Checksums }[],
    condition?: WriteCondition,
    expected?: Checksums,
  ): Promise<StoredObject>;
  abort(bucket: Bucket, upload: Upload): Promise<void>;
  /** Lists unfinished uploads by key, then by time. */
  listUploads(
    bucket: Bucket,
    options: ListOptions & { readonly afterUpload?: string | undefined },
  ): Promise<Listing<Upload> & { readonly nextUpload: string | undefined }>;

  /** Called within the transaction that removes an empty bucket; a guard that throws prevents it. */
  onRemove(guard: OnRemove): void;
  /** Called within the transaction that makes a bucket private; a guard that throws prevents it. */
  onHide(guard: OnHide): void;
  /** Called within the transaction that puts objects into buckets synced to Arweave; a listener that throws rolls it back. */
  onWritten(listener: OnWritten): void;
  /** Stores whether a bucket's objects are synced to Arweave. storage/arweave does the sync. */
  setArweaveSync(trx: Trx, bucketId: string, sync: boolean): Promise<void>;

  /** Removes a team's data; returns the work to do after the commit. */
  removeTeam(trx: Trx, teamId: string): Promise<() => Promise<void>>;
  /** Returns what these rules would delete at the next run. */
  previewLifecycle(bucket: Bucket, rules: readonly LifecycleRule[], reader: Db): Promise<LifecyclePreview>;
  /** Applies the bucket's lifecycle rules as of midnight `at`. */
  applyLifecycle(bucket: Bucket, at: Date, signal?: AbortSignal): Promise<void>;
  /** Removes leftovers of crashes and idle uploads. */
  sweep(): Promise<void>;
  readonly duties: readonly Duty[];
  close(): void;
}

export type OnRemove = (trx: Trx, bucket: Pick<Bucket, "id" | "teamId">) => Promise<void>;

export type OnHide = (trx: Trx, bucket: Pick<Bucket, "id">) => Promise<void>;

export type OnWritten = (
  trx: Trx,
  teamId: string,
  objects: readonly { readonly bucketId: string; readonly object: StoredObject }[],
) => Promise<void>;
