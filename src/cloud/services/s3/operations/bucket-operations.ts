import type { Operation } from "../routing.ts";
import { deleteBucket, getLocation, headBucket } from "./buckets.ts";
import { deleteObjects } from "./delete-objects.ts";
import { listObjects, listVersions } from "./lists.ts";
import { listUploads } from "./multipart-lists.ts";
import { notConfigured } from "./not-configured.ts";
import { postObject } from "./post-object.ts";
import { deletePublicAccessBlock, getPublicAccessBlock, putPublicAccessBlock } from "./public-access-block.ts";
import {
  deleteCors,
  deletePolicy,
  getBucketAcl,
  getCors,
  getOwnership,
  getPolicy,
  getPolicyStatus,
  putBucketAcl,
  putCors,
  putOwnership,
  putPolicy,
} from "./settings.ts";

const list = (name: Operation["name"], run: Operation["run"]): Operation => ({
  name,
  right: "list",
  nameOf: ({ query }) => query.get("prefix") ?? "",
  run,
});
const manage = (name: Operation["name"], run: Operation["run"]): Operation => ({ name, right: "manage", run });

/** Bucket operations by method and subresource. */
export const bucketOperations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["HEAD ", { name: "HeadBucket", right: "look", run: headBucket }],
  ["GET location", { name: "GetBucketLocation", right: "look", run: getLocation }],
  ["DELETE ", { name: "DeleteBucket", right: "drop", run: deleteBucket }],
  ["GET ", list("ListObjects", listObjects)],
  ["GET versions", list("ListObjectVersions", listVersions)],
  ["GET uploads", list("ListMultipartUploads", listUploads)],
  // Checks each key separately.
  ["POST delete", { name: "DeleteObjects", right: "look", run: deleteObjects }],
  // The form contains the signature and the key.
  ["POST ", { name: "PostObject", right: "form", run: postObject }],
  ["GET cors", manage("GetBucketCors", getCors)],
  ["PUT cors", manage("PutBucketCors", putCors)],
  ["DELETE cors", manage("DeleteBucketCors", deleteCors)],
  ["GET policy", manage("GetBucketPolicy", getPolicy)],
  ["PUT policy", manage("PutBucketPolicy", putPolicy)],
  ["DELETE policy", manage("DeleteBucketPolicy", deletePolicy)],
  ["GET policyStatus", manage("GetBucketPolicyStatus", getPolicyStatus)],
  ["GET publicAccessBlock", manage("GetPublicAccessBlock", getPublicAccessBlock)],
  ["PUT publicAccessBlock", manage("PutPublicAccessBlock", putPublicAccessBlock)],
  ["DELETE publicAccessBlock", manage("DeletePublicAccessBlock", deletePublicAccessBlock)],
  ["GET acl", manage("GetBucketAcl", getBucketAcl)],
  ["PUT acl", manage("PutBucketAcl", putBucketAcl)],
  ["GET ownershipControls", manage("GetBucketOwnershipControls", getOwnership)],
  ["PUT ownershipControls", manage("PutBucketOwnershipControls", putOwnership)],
  ...notConfigured,
]);
