/** A bucket's effects for moving and deleting. */
import { deleteFolder, showRemoval, stopRemoval } from "../../../../resources/bucket/bucket-calls.ts";
import { send } from "../../api/client.ts";
import { listObjects } from "../../api/s3/listing.ts";
import { copyObject, deleteObjects, headObject } from "../../api/s3/objects.ts";
import type { MoveEffects } from "./move.ts";
import type { FolderEffects } from "./remove-folders.ts";

export const bucketEffects = (bucket: string): MoveEffects => ({
  list: (prefix, next) => listObjects({ bucket, prefix, next, deep: true }),
  copy: (from, to) => copyObject({ bucket, key: from }, { bucket, key: to }),
  head: (key) => headObject(bucket, key),
  remove: (keys) => deleteObjects(bucket, keys),
});

/** The server's folder removal, polled once a second. */
export const folderEffects = (bucket: string): FolderEffects => ({
  start: (prefix) => send(deleteFolder, { body: { bucket, prefix }, silent: true }),
  show: (id) => send(showRemoval, { params: { id }, silent: true }),
  stop: (id) => send(stopRemoval, { params: { id } }),
  wait: () => new Promise((resolve) => setTimeout(resolve, pollMs)),
});

const pollMs = 1000;
