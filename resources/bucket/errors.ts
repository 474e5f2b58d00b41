/** What can go wrong with buckets and objects; services/s3 writes the same as S3's XML codes. */
import type { ErrorMessage } from "../errors.ts";

export const bucketErrors = {
  BUCKET_NAME_INVALID: {
    status: 422,
    message:
      "A bucket's name has 3 to 48 lower-case letters, digits and hyphens, and begins and ends with a letter or digit.",
  },
  BUCKET_TAKEN: { status: 409, message: "This bucket name is taken in this cloud. Please choose another." },
  BUCKET_OWNED: { status: 409, message: "You already have a bucket of this name." },
  BUCKET_NOT_EMPTY: { status: 409, message: "This bucket still holds files. Delete them first." },
  BUCKETS_LIMIT: { status: 409, message: "Your team has as many buckets as it may have. Delete one to make room." },
  OBJECT_KEY_INVALID: { status: 422, message: "A key has 1 to 1024 bytes." },
  OBJECT_METADATA_INVALID: {
    status: 400,
    message: "What is told of this file is too long, or is no text. Metadata may have 2 KiB.",
  },
  OBJECT_MISSING: { status: 404, message: "There is no such file in this bucket." },
  OBJECT_TOO_LARGE: { status: 413, message: "This file is larger than the cloud accepts." },
  PRECONDITION_FAILED: { status: 412, message: "The file was changed meanwhile, or is there already." },
  UPLOAD_MISSING: { status: 404, message: "This upload was finished or given up." },
  UPLOAD_PART_INVALID: { status: 400, message: "A part of this upload is missing, or is another than was sent." },
  UPLOAD_PART_ORDER: { status: 400, message: "The parts of this upload are not in order." },
  UPLOAD_PART_TOO_SMALL: { status: 400, message: "A part of this upload, not the last, has less than 5 MiB." },
  BUCKET_HAS_SNAPSHOTS: { status: 409, message: "There are snapshots of this bucket. Delete them first." },
  SNAPSHOT_NOT_READY: { status: 409, message: "This snapshot has not been generated. Please wait, or make another." },
  SNAPSHOTS_LIMIT: {
    status: 409,
    message: "This bucket has as many snapshots as it may have. Delete one to make room.",
  },
  SNAPSHOT_EMPTY: { status: 409, message: "There were no files to make a snapshot of." },
  SNAPSHOT_TOO_LARGE: {
    status: 409,
    message: "There were more files than a snapshot can have. Make snapshots of its folders instead.",
  },
  UPLOAD_CHECKSUM: { status: 400, message: "The file is not what its checksum says. Please send it again." },
  BODY_INCOMPLETE: { status: 400, message: "The file did not arrive whole. Please send it again." },
  CAR_INVALID: { status: 422, message: "This is no complete CAR file." },
  DISK_FULL: { status: 507, message: "This cloud has no room left on its disk. Tell whoever runs it." },
} as const satisfies Record<string, ErrorMessage>;
