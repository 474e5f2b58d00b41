/** Long because it is one table.
 *
 * All request headers and query parameters of the S3 API, and their handling: applied, ignored without effect, or
 * rejected. The handler checks each request against the table (check-request.ts), docs/reference/s3-compatibility.md
 * shows it, and tests compare it with the API's model.
 */
import type { S3Code } from "./errors.ts";

/** Supported operations by S3 name. PostObject is a browser's form upload. */
export type S3Operation =
  | "AbortMultipartUpload"
  | "CompleteMultipartUpload"
  | "CopyObject"
  | "CreateBucket"
  | "CreateMultipartUpload"
  | "DeleteBucket"
  | "DeleteBucketCors"
  | "DeleteBucketLifecycle"
  | "DeleteBucketPolicy"
  | "DeleteObject"
  | "DeleteObjects"
  | "DeleteObjectTagging"
  | "DeletePublicAccessBlock"
  | "GetBucketAcl"
  | "GetBucketCors"
  | "GetBucketLifecycleConfiguration"
  | "GetBucketLocation"
  | "GetBucketOwnershipControls"
  | "GetBucketPolicy"
  | "GetBucketPolicyStatus"
  | "GetBucketRequestPayment"
  | "GetBucketVersioning"
  | "GetObject"
  | "GetObjectAcl"
  | "GetObjectAttributes"
  | "GetObjectLegalHold"
  | "GetObjectLockConfiguration"
  | "GetObjectRetention"
  | "GetObjectTagging"
  | "GetPublicAccessBlock"
  | "HeadBucket"
  | "HeadObject"
  | "ListBuckets"
  | "ListMultipartUploads"
  | "ListObjects"
  | "ListObjectVersions"
  | "ListParts"
  | "PostObject"
  | "PutBucketAcl"
  | "PutBucketCors"
  | "PutBucketLifecycleConfiguration"
  | "PutBucketOwnershipControls"
  | "PutBucketPolicy"
  | "PutBucketVersioning"
  | "PutObject"
  | "PutObjectAcl"
  | "PutObjectLegalHold"
  | "PutObjectLockConfiguration"
  | "PutObjectRetention"
  | "PutObjectTagging"
  | "PutPublicAccessBlock"
  | "UploadPart"
  | "UploadPartCopy"
  /** An unsupported bucket setting: reading returns "not configured", setting fails, deleting does nothing. */
  | "NotConfigured";

export type Rule =
  | { readonly does: "apply"; readonly effect: string }
  /** Ignoring it changes nothing for the client. */
  | { readonly does: "ignore"; readonly why: string }
  | {
      readonly does: "refuse";
      readonly code: S3Code;
      readonly message: string;
      /** Accepted values, which match the default behavior. */
      readonly except?: readonly string[];
    };

export interface Row {
  /** Lowercase; a trailing * matches any suffix. */
  readonly name: string;
  /** undefined for all operations. The first row that matches name and operation applies. */
  readonly on?: readonly S3Operation[];
  readonly rule: Rule;
}

const apply = (effect: string): Rule => ({ does: "apply", effect });
const ignore = (why: string): Rule => ({ does: "ignore", why });
const refuse = (code: S3Code, message: string, ...except: readonly string[]): Rule => ({
  does: "refuse",
  code,
  message,
  ...(except.length > 0 && { except }),
});

/** Operations that create an object with its attributes. */
const creates = ["PutObject", "CopyObject", "CreateMultipartUpload", "PostObject"] as const;
const reads = ["GetObject", "HeadObject"] as const;
const copies = ["CopyObject", "UploadPartCopy"] as const;

const stored = apply("Stored with the object and returned with it.");
const checked = apply("Compared with the body.");
const condition = apply("The request fails unless the condition is met.");
const noEncryption = refuse("NotImplemented", "Server-side encryption is not supported. Encrypt before you upload.");
const notEncrypted = refuse(
  "InvalidRequest",
  "The encryption parameters are not applicable to this object: objects are not encrypted with a client's key.",
);
const noGrants = refuse("AccessControlListNotSupported", "Grants are not supported. Use the bucket's policy.");
const otherChecksum = refuse(
  "NotImplemented",
  "This checksum is not supported. Use CRC32, CRC32C, CRC64NVME, SHA1 or SHA256.",
);

export const headerRows: readonly Row[] = [
  // Attributes of an object.
  { name: "cache-control", on: creates, rule: stored },
  { name: "content-disposition", on: creates, rule: stored },
  { name: "content-encoding", on: creates, rule: stored },
  { name: "content-language", on: creates, rule: stored },
  { name: "content-type", on: creates, rule: stored },
  { name: "expires", on: creates, rule: stored },
  { name: "x-amz-meta-*", rule: stored },
  { name: "x-amz-tagging", on: creates, rule: stored },
  { name: "x-amz-metadata-directive", on: ["CopyObject"], rule: apply("COPY or REPLACE.") },
  { name: "x-amz-tagging-directive", on: ["CopyObject"], rule: apply("COPY or REPLACE.") },
  {
    name: "x-amz-object-annotation-directive",
    on: ["CopyObject"],
    rule: ignore("Objects have no annotations to copy."),
  },
  {
    name: "x-amz-website-redirect-location",
    rule: refuse("NotImplemented", "Website redirects are not supported."),
  },
  {
    name: "x-amz-storage-class",
    rule: refuse("InvalidStorageClass", "Only the storage class STANDARD is supported.", "STANDARD"),
  },

  // The body.
  { name: "content-length", rule: checked },
  { name: "content-md5", rule: checked },
  {
    name: "content-range",
    on: ["PutObject", "UploadPart"],
    rule: refuse("NotImplemented", "Partial object writes are not supported."),
  },
  { name: "x-amz-checksum-crc32", rule: checked },
  { name: "x-amz-checksum-crc32c", rule: checked },
  { name: "x-amz-checksum-crc64nvme", rule: checked },
  { name: "x-amz-checksum-sha1", rule: checked },
  { name: "x-amz-checksum-sha256", rule: checked },
  { name: "x-amz-checksum-sha512", rule: otherChecksum },
  { name: "x-amz-checksum-md5", rule: otherChecksum },
  { name: "x-amz-checksum-xxhash64", rule: otherChecksum },
  { name: "x-amz-checksum-xxhash3", rule: otherChecksum },
  { name: "x-amz-checksum-xxhash128", rule: otherChecksum },
  {
    name: "x-amz-checksum-algorithm",
    on: ["CopyObject"],
    rule: apply(
      "Rejected with NotImplemented unless the source has a checksum of this algorithm: a copy does not read the data.",
    ),
  },
  {
    name: "x-amz-checksum-algorithm",
    on: ["CreateMultipartUpload"],
    rule: apply("Computed for each part and the object."),
  },
  {
    name: "x-amz-checksum-type",
    on: ["CreateMultipartUpload", "CompleteMultipartUpload"],
    rule: apply("FULL_OBJECT or COMPOSITE."),
  },
  { name: "x-amz-checksum-mode", on: reads, rule: apply("ENABLED returns the object's checksums.") },
  {
    name: "x-amz-sdk-checksum-algorithm",
    rule: { ...otherChecksum, except: ["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"] } as Rule,
  },
  {
    name: "x-amz-trailer",
    rule: apply("Checksums after an aws-chunked body. Other trailers are rejected with InvalidRequest."),
  },
  { name: "x-amz-decoded-content-length", rule: checked },
  { name: "x-amz-content-sha256", rule: checked },
  {
    name: "x-amz-mp-object-size",
    on: ["CompleteMultipartUpload"],
    rule: apply("Compared with the total size of the parts."),
  },
  { name: "x-amz-write-offset-bytes", rule: refuse("NotImplemented", "Appending to an object is not supported.") },

  // Conditions.
  { name: "if-match", on: [...reads, "PutObject", "CopyObject", "CompleteMultipartUpload"], rule: condition },
  { name: "if-none-match", on: [...reads, "PutObject", "CopyObject", "CompleteMultipartUpload"], rule: condition },
  { name: "if-match", on: ["DeleteObject"], rule: refuse("NotImplemented", "Conditional deletes are not supported.") },
  {
    name: "if-none-match",
    on: ["DeleteObject"],
    rule: refuse("NotImplemented", "Conditional deletes are not supported."),
  },
  { name: "if-modified-since", on: reads, rule: condition },
  { name: "if-unmodified-since", on: reads, rule: condition },
  { name: "range", on: reads, rule: apply("A single range of bytes.") },
  { name: "if-range", on: reads, rule: apply("If the version differs, the whole object is returned.") },
  { name: "x-amz-copy-source", on: copies, rule: apply("The object to copy.") },
  {
    name: "x-amz-copy-source-range",
    on: ["UploadPartCopy"],
    rule: apply("A single range of bytes within the source."),
  },
  { name: "x-amz-copy-source-if-match", on: copies, rule: condition },
  { name: "x-amz-copy-source-if-none-match", on: copies, rule: condition },
  { name: "x-amz-copy-source-if-modified-since", on: copies, rule: condition },
  { name: "x-amz-copy-source-if-unmodified-since", on: copies, rule: condition },
  { name: "x-amz-if-match-initiated-time", rule: refuse("NotImplemented", "This condition is not supported.") },
  {
    name: "x-amz-if-match-last-modified-time",
    rule: refuse("NotImplemented", "Conditional deletes are not supported."),
  },
  { name: "x-amz-if-match-size", rule: refuse("NotImplemented", "Conditional deletes are not supported.") },

  // Access control and ownership.
  {
    name: "x-amz-expected-bucket-owner",
    rule: apply("Fails with AccessDenied unless it matches the ID of the bucket's team."),
  },
  { name: "x-amz-source-expected-bucket-owner", rule: apply("The same check for the source bucket.") },
  {
    name: "x-amz-acl",
    on: ["CreateBucket", "PutBucketAcl"],
    rule: apply(
      "private, or public-read, which makes the bucket public. Other values are rejected with AccessControlListNotSupported.",
    ),
  },
  {
    name: "x-amz-acl",
    rule: refuse(
      "AccessControlListNotSupported",
      "Objects have no ACLs. Use the bucket's policy.",
      "private",
      "bucket-owner-full-control",
      "bucket-owner-read",
    ),
  },
  { name: "x-amz-grant-*", rule: noGrants },
  {
    name: "x-amz-object-ownership",
    rule: refuse("NotImplemented", "The bucket's team owns every object.", "BucketOwnerEnforced"),
  },
  { name: "x-amz-bucket-namespace", rule: refuse("NotImplemented", "Bucket names are global.", "global") },
  { name: "x-amz-request-payer", rule: ignore("The bucket's team pays for every request.") },
  {
    name: "x-amz-confirm-remove-self-bucket-access",
    rule: ignore("A policy can only grant public access. It never restricts the bucket's team."),
  },
  { name: "x-amz-mfa", rule: ignore("MFA delete is not supported, so no bucket requires it.") },

  // Object lock.
  {
    name: "x-amz-bucket-object-lock-enabled",
    on: ["CreateBucket"],
    rule: apply("true enables object lock and versioning."),
  },
  {
    name: "x-amz-bucket-object-lock-token",
    on: ["PutObjectLockConfiguration"],
    rule: ignore("Any bucket can enable object lock after versioning."),
  },
  {
    name: "x-amz-object-lock-legal-hold",
    on: creates,
    rule: apply("ON or OFF. Without object lock, ON is refused with InvalidRequest."),
  },
  {
    name: "x-amz-object-lock-*",
    on: creates,
    rule: apply("Locks the version. In a bucket without object lock: InvalidRequest."),
  },
  {
    name: "x-amz-bypass-governance-retention",
    on: ["DeleteObject", "DeleteObjects", "PutObjectRetention"],
    rule: apply("true needs the key permission to bypass governance."),
  },

  // Encryption.
  { name: "x-amz-server-side-encryption-customer-*", on: [...reads, "GetObjectAttributes"], rule: notEncrypted },
  {
    name: "x-amz-server-side-encryption-bucket-key-enabled",
    rule: { ...noEncryption, except: ["false", "False"] } as Rule,
  },
  { name: "x-amz-server-side-encryption*", rule: noEncryption },
  { name: "x-amz-copy-source-server-side-encryption-customer-*", rule: notEncrypted },

  {
    name: "x-amz-transition-default-minimum-object-size",
    on: ["PutBucketLifecycleConfiguration"],
    rule: ignore("Objects are never moved to another storage class."),
  },

  // Attributes and lists.
  {
    name: "x-amz-object-attributes",
    on: ["GetObjectAttributes"],
    rule: apply("The attributes to return."),
  },
  { name: "x-amz-max-parts", on: ["GetObjectAttributes"], rule: apply("The maximum number of parts to return.") },
  { name: "x-amz-part-number-marker", on: ["GetObjectAttributes"], rule: apply("Returns the parts after this one.") },
  {
    name: "x-amz-optional-object-attributes",
    rule: ignore("Objects are never archived and have no restore status."),
  },

  // The signature and the client.
  { name: "x-amz-date", rule: apply("Part of the signature.") },
  { name: "x-amz-security-token", rule: apply("The session token.") },
  { name: "x-amz-user-agent", rule: ignore("Identifies the client.") },
  { name: "x-amz-api-version", rule: ignore("Only one API version exists.") },
  { name: "x-amz-te", rule: ignore("The ETag of an object is always its MD5.") },
];

const paged = apply("Selects a page of the list.");
const override = apply("Replaces the response header of a signed request.");
const version = apply("The version, or null. Unversioned buckets have only null; other values return NoSuchVersion.");
const lists = ["ListObjects", "ListObjectVersions", "ListMultipartUploads"] as const;

/** Excludes subresources (routing.ts) and the signature parameters of presigned URLs. */
export const queryRows: readonly Row[] = [
  { name: "versionId", rule: version },
  { name: "uploadId", rule: apply("Identifies the multipart upload.") },
  { name: "partNumber", on: ["UploadPart", "UploadPartCopy", ...reads], rule: apply("Identifies the part.") },
  { name: "prefix", on: [...lists, "ListBuckets"], rule: apply("Lists keys with this prefix.") },
  { name: "delimiter", on: lists, rule: apply("Groups keys under common prefixes.") },
  { name: "encoding-type", on: [...lists, "ListParts"], rule: apply("url percent-encodes keys.") },
  { name: "list-type", on: ["ListObjects"], rule: apply("2 selects ListObjectsV2.") },
  { name: "fetch-owner", on: ["ListObjects"], rule: apply("true includes the owner.") },
  { name: "metadata", on: ["ListObjects"], rule: apply("true includes the media type and CID, in version 2 only.") },
  { name: "marker", on: ["ListObjects"], rule: paged },
  { name: "start-after", on: ["ListObjects"], rule: paged },
  { name: "continuation-token", on: ["ListObjects", "ListBuckets"], rule: paged },
  { name: "key-marker", on: ["ListObjectVersions", "ListMultipartUploads"], rule: paged },
  { name: "version-id-marker", on: ["ListObjectVersions"], rule: paged },
  { name: "upload-id-marker", on: ["ListMultipartUploads"], rule: paged },
  { name: "part-number-marker", on: ["ListParts"], rule: paged },
  { name: "max-keys", on: ["ListObjects", "ListObjectVersions"], rule: paged },
  { name: "max-uploads", on: ["ListMultipartUploads"], rule: paged },
  { name: "max-parts", on: ["ListParts"], rule: paged },
  { name: "max-buckets", on: ["ListBuckets"], rule: paged },
  {
    name: "bucket-region",
    on: ["ListBuckets"],
    rule: apply("All buckets are in one region. Other regions list none."),
  },
  { name: "response-*", on: reads, rule: override },
  { name: "x-id", rule: ignore("Identifies the operation in logs.") },
  { name: "id", on: ["NotConfigured"], rule: ignore("Identifies one of several settings that are not supported.") },
];

/** Finds the rule of a name for an operation; undefined if there is none. */
export const ruleFor = (rows: readonly Row[], operation: S3Operation, name: string): Rule | undefined =>
  rows.find((row) => covers(row, name) && (row.on === undefined || row.on.includes(operation)))?.rule;

/** Whether a name is in the table for any operation. */
export const isKnown = (rows: readonly Row[], name: string): boolean => rows.some((row) => covers(row, name));

const covers = (row: Row, name: string): boolean =>
  row.name.endsWith("*") ? name.startsWith(row.name.slice(0, -1)) : name === row.name;
