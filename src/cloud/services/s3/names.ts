import { objectKeyBytesMax } from "../../../../resources/bucket/limits.ts";
import { S3Error } from "./errors.ts";

/** Validates a key: 1 to 1024 bytes without NUL. Throws KeyTooLongError or InvalidArgument. */
export const validateKey = (key: string): void => {
  if (Buffer.byteLength(key) > objectKeyBytesMax) throw new S3Error("KeyTooLongError");
  if (key === "" || key.includes("\0"))
    throw new S3Error("InvalidArgument", "A key must have 1 to 1024 bytes and no NUL character.");
};
