/** Errors of buckets and objects; services/s3 maps them to S3's XML codes. */
import type { ErrorMessage } from "../errors.ts";
import { bucketNameRule } from "./limits.ts";

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
