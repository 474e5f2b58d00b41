import type { DocumentedError, ErrorMessage } from "../declare/shared-errors.ts";
import { bucketNameRule } from "./limits.ts";

/** Errors of buckets and objects; storage/s3 maps them to S3's XML codes. */
export const bucketErrors = {
  BUCKET_NAME_INVALID: {
    status: 422,
    message: bucketNameRule,
  },
  BUCKET_TAKEN: { status: 409, message: "This bucket name is already taken. Choose another." },
  BUCKET_OWNED: { status: 409, message: "You already have a bucket with this name." },
  BUCKET_NOT_EMPTY: { status: 409, message: "This bucket is not empty. Delete its files first." },
  BUCKETS_LIMIT: { status: 409, message: "Your team has reached its bucket limit. Delete a bucket first." },
  BUCKET_PRIVATE: { status: 409, message: "This bucket is private. Make it public first." },
  BUCKET_HAS_DOMAINS: {
    status: 409,
    message: "This bucket has a public address. Remove its domains and public address first.",
  },
  BUCKET_LOCKED: { status: 409, message: "This bucket has object lock, so its versioning can't be suspended." },
  BUCKET_UNVERSIONED: { status: 409, message: "Enable versioning before object lock." },
  OBJECT_LOCKED: { status: 403, message: "This version is locked. It can't be deleted before its retention ends." },
  OBJECT_KEY_INVALID: { status: 422, message: "Object keys must have 1 to 1024 bytes." },
  OBJECT_METADATA_INVALID: {
    status: 400,
    message: "The file's metadata is invalid or longer than 2 KiB.",
  },
  OBJECT_MISSING: { status: 404, message: "File not found in this bucket." },
  OBJECT_TOO_LARGE: { status: 413, message: "This file exceeds the maximum size." },
  PRECONDITION_FAILED: { status: 412, message: "The file already exists or was changed by another request." },
  UPLOAD_MISSING: { status: 404, message: "This upload was already completed or aborted." },
  UPLOAD_PART_INVALID: { status: 400, message: "A part of this upload is missing or doesn't match its ETag." },
  UPLOAD_PART_ORDER: { status: 400, message: "The parts of this upload are not in ascending order." },
  UPLOAD_PART_TOO_SMALL: { status: 400, message: "Every part except the last must have at least 5 MiB." },
  BUCKET_HAS_SNAPSHOTS: { status: 409, message: "This bucket has snapshots. Delete them first." },
  SNAPSHOT_NOT_READY: { status: 409, message: "This snapshot is not ready. Wait, or create another." },
  SNAPSHOTS_LIMIT: {
    status: 409,
    message: "This bucket has reached its snapshot limit. Delete a snapshot first.",
  },
  SNAPSHOT_EMPTY: { status: 409, message: "No files to include in the snapshot." },
  SNAPSHOT_TOO_LARGE: {
    status: 409,
    message: "Too many files for one snapshot. Create snapshots of individual folders instead.",
  },
  UPLOAD_CHECKSUM: { status: 400, message: "The file doesn't match its checksum. Upload it again." },
  BODY_INCOMPLETE: { status: 400, message: "The upload is incomplete. Upload the file again." },
  CAR_INVALID: { status: 422, message: "This CAR file is invalid or incomplete." },
  DISK_FULL: {
    status: 507,
    message: "The server is out of disk space. Try again later or contact your administrator.",
  },
} as const satisfies Record<string, ErrorMessage>;

/** The errors of the pinning service's API, by `error.reason`; docs/reference/errors.md shows this table. */
export const pinningErrors = {
  BAD_REQUEST: { status: 400, meaning: "The query or body is invalid; `details` names the field." },
  UNAUTHORIZED: {
    status: 401,
    meaning: "The token is missing or was reset, or its user can no longer manage storage.",
  },
  NOT_ACTIVATED: { status: 403, meaning: "The account is not activated." },
  NOT_FOUND: { status: 404, meaning: "The pin does not exist." },
  INSUFFICIENT_FUNDS: { status: 409, meaning: "The storage allowance is used up, or a spend cap is reached." },
  LIMIT_REACHED: { status: 409, meaning: "The team has reached the limit of 10,000 pins." },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: "The body is larger than 128 KiB." },
  RATE_LIMITED: { status: 429, meaning: "More than 1,200 requests a minute from one address.", retryAfterSeconds: 10 },
  INTERNAL_SERVER_ERROR: { status: 500, meaning: "Internal server error." },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning: "The server is busy, or its database is unavailable.",
    retryAfterSeconds: 5,
  },
  INSUFFICIENT_STORAGE: { status: 507, meaning: "The server's disk is full." },
} as const satisfies Record<string, DocumentedError>;

export type PinningReason = keyof typeof pinningErrors;
