/** Routes requests to operations by method and the subresource in the query. */
import type { RequestTarget } from "./request-target.ts";
import { S3Error } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { createBucket, listBuckets } from "./operations/buckets.ts";
import { bucketOperations } from "./operations/bucket-operations.ts";
import { objectOperations } from "./operations/object-operations.ts";
import type { S3Operation } from "./request-table.ts";
import type { Operation } from "./operations/operation.ts";

type Routed =
  | { readonly of: "service"; readonly name: S3Operation; run(exchange: Exchange): Promise<void> }
  | { readonly of: "bucket"; readonly operation: Operation };

/** Subresources of buckets and objects, supported or not. The first one in the query applies. */
export const subresources = [
  "acl",
  "cors",
  "policy",
  "policyStatus",
  "tagging",
  "location",
  "versioning",
  "versions",
  "uploads",
  "delete",
  "lifecycle",
  "website",
  "encryption",
  "object-lock",
  "publicAccessBlock",
  "ownershipControls",
  "replication",
  "logging",
  "notification",
  "requestPayment",
  "accelerate",
  "analytics",
  "inventory",
  "metrics",
  "intelligent-tiering",
  "attributes",
  "uploadId",
  "retention",
  "legal-hold",
  "torrent",
  "restore",
  "select",
  "session",
  "abac",
  "annotation",
  "metadataConfiguration",
  "metadataTable",
  "metadataInventoryTable",
  "metadataJournalTable",
  "metadataAnnotationTable",
  "renameObject",
] as const;

export const routeOf = (target: RequestTarget, hasSource: boolean): Routed => {
  const { method, bucketName, key, query } = target;
  const subresource = subresources.find((name) => query.has(name)) ?? "";
  if (bucketName === "") {
    if (subresource !== "") throw new S3Error("NotImplemented");
    if (method !== "GET" || key !== "") throw new S3Error(key === "" ? "MethodNotAllowed" : "InvalidBucketName");
    return { of: "service", name: "ListBuckets", run: listBuckets };
  }
  if (key === "" && method === "PUT" && subresource === "")
    return { of: "service", name: "CreateBucket", run: createBucket };
  const table = key === "" ? bucketOperations : objectOperations;
  const tableMethod = method === "PUT" && hasSource ? "COPY" : method;
  const operation = table.get(`${tableMethod} ${subresource}`);
  if (operation) return { of: "bucket", operation };
  throw new S3Error(subresource === "" ? "MethodNotAllowed" : "NotImplemented");
};
