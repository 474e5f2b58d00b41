/** Validates bucket names, object keys and metadata. */
import {
  objectAttributesBytesMax,
  objectKeyBytesMax,
  objectMetadataBytesMax,
} from "../../../../resources/storage/limits.ts";
import { reservedHostnames } from "../../../../resources/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Attributes } from "./model.ts";

const reserved = new Set<string>(reservedHostnames);

/** Names that AWS reserves, so that no bucket depends on a name which S3 itself refuses. */
const reservedByS3 = /^(xn--|sthree-|amzn-s3-demo-)|(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/;

/**
 * Whether a name is valid in S3: 3 to 63 lowercase letters, digits, hyphens and single dots, alphanumeric at both ends, and not an IP
 * address. The dashboard's form is stricter.
 */
export const isBucketName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
  !name.includes("..") &&
  !/^\d+\.\d+\.\d+\.\d+$/.test(name) &&
  !reservedByS3.test(name);

/** Throws BUCKET_NAME_INVALID, or BUCKET_TAKEN for reserved names. */
export const checkBucketName = (name: string): void => {
  if (!isBucketName(name)) throw new AppError("BUCKET_NAME_INVALID");
  if (reserved.has(name)) throw new AppError("BUCKET_TAKEN");
};

/** Whether a string is a valid object key. */
export const isKey = (key: string): boolean =>
  key !== "" && Buffer.byteLength(key) <= objectKeyBytesMax && isStorable(key);

/** Throws OBJECT_KEY_INVALID. */
export const checkKey = (key: string): void => {
  if (!isKey(key)) throw new AppError("OBJECT_KEY_INVALID");
};

/** Throws OBJECT_METADATA_INVALID if the attributes are too large or contain characters that can't be stored. */
export const checkAttributes = (attributes: Attributes): void => {
  const pairs = Object.entries(attributes.metadata);
  const metadataBytes = pairs.reduce((sum, [name, value]) => sum + Buffer.byteLength(name + value), 0);
  const text = JSON.stringify(attributes);
  const isTooLarge = metadataBytes > objectMetadataBytesMax || Buffer.byteLength(text) > objectAttributesBytesMax;
  // JSON writes a lone surrogate and U+0000 as escapes, which the database refuses.
  if (isTooLarge || /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(text)) throw new AppError("OBJECT_METADATA_INVALID");
};

/** Whether PostgreSQL can store a string: no U+0000 and no lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
