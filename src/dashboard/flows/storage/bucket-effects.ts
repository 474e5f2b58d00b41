/** A bucket as moving and deleting see it. */
import { listObjects } from "../../api/s3/listing.ts";
import { copyObject, deleteObjects, headObject } from "../../api/s3/objects.ts";
import type { MoveEffects } from "./move.ts";

export const bucketEffects = (bucket: string): MoveEffects => ({
  list: (prefix, next) => listObjects({ bucket, prefix, next, deep: true }),
  copy: (from, to) => copyObject({ bucket, key: from }, { bucket, key: to }),
  head: (key) => headObject(bucket, key),
  remove: (keys) => deleteObjects(bucket, keys),
});
