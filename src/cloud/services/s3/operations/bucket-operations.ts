import type { Operation } from "../routing.ts";
import { deleteBucket, getLocation, headBucket } from "./buckets.ts";
import { deleteObjects } from "./delete-objects.ts";
import { listObjects, listVersions } from "./lists.ts";
import { listUploads } from "./multipart-lists.ts";
import { notConfigured } from "./not-configured.ts";
import { postObject } from "./post-object.ts";
import {
  deleteCors,
  deletePolicy,
  getBucketAcl,
  getCors,
  getPolicy,
  getPolicyStatus,
  putBucketAcl,
  putCors,
  putPolicy,
} from "./settings.ts";

const list = (run: Operation["run"]): Operation => ({
  right: "list",
  nameOf: ({ query }) => query.get("prefix") ?? "",
  run,
});
const manage = (run: Operation["run"]): Operation => ({ right: "manage", run });

/** By method and subresource. */
export const bucketOperations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["HEAD ", { right: "look", run: headBucket }],
  ["GET location", { right: "look", run: getLocation }],
  ["DELETE ", { right: "drop", run: deleteBucket }],
  ["GET ", list(listObjects)],
  ["GET versions", list(listVersions)],
  ["GET uploads", list(listUploads)],
  // Each key is asked for by itself.
  ["POST delete", { right: "look", run: deleteObjects }],
  // Signed within its form, which says the key.
  ["POST ", { right: "form", run: postObject }],
  ["GET cors", manage(getCors)],
  ["PUT cors", manage(putCors)],
  ["DELETE cors", manage(deleteCors)],
  ["GET policy", manage(getPolicy)],
  ["PUT policy", manage(putPolicy)],
  ["DELETE policy", manage(deletePolicy)],
  ["GET policyStatus", manage(getPolicyStatus)],
  ["GET acl", manage(getBucketAcl)],
  ["PUT acl", manage(putBucketAcl)],
  ...notConfigured,
]);
