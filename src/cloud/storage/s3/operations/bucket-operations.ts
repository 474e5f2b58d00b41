import type { Operation } from "./operation.ts";
import {
  deleteBucket,
  deleteCors,
  deletePolicy,
  getBucketAcl,
  getCors,
  getLocation,
  getOwnership,
  getPolicy,
  getPolicyStatus,
  headBucket,
  putBucketAcl,
  putCors,
  putOwnership,
  putPolicy,
} from "./buckets.ts";
import { deleteObjects } from "./objects.ts";
import { listUploads } from "./multipart.ts";
import { notConfigured } from "./not-configured.ts";
import { postObject } from "./post-object.ts";
import { listKeptVersions, versioningOperations } from "./versioning.ts";
import { lifecycleOperations } from "./lifecycle.ts";
import { bucketLockOperations } from "./lock.ts";
import { listKeysMax } from "../../../../../resources/storage/limits.ts";
import type { Listing, StoredObject } from "../../buckets/service.ts";
import { sendXml, sendEmpty } from "../answer.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { encoderOf, listedElements, numberIn } from "../list-query.ts";
import { ownerElements } from "../acl.ts";
import { parseXml, type Shape, type XmlElements } from "../xml.ts";
import { readSmall } from "../body.ts";

// PublicAccessBlock: fully enabled for private buckets, not configured for public ones.

const documentBytesMax = 16 * 1024;
const settings = ["BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"] as const;

const getPublicAccessBlock = async (exchange: BucketExchange): Promise<void> => {
  if (exchange.bucket.visibility === "public") throw new S3Error("NoSuchPublicAccessBlockConfiguration");
  sendXml(exchange, "PublicAccessBlockConfiguration", Object.fromEntries(settings.map((setting) => [setting, "true"])));
};

const accessShape = Object.fromEntries(settings.map((setting) => [setting, "boolean" as const])) satisfies Shape;

/** PutPublicAccessBlock: makes the bucket private. Partial settings are rejected. */
const putPublicAccessBlock = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets } = exchange;
  const document = parseXml(await readSmall(exchange, documentBytesMax), "PublicAccessBlockConfiguration", accessShape);
  if (!settings.every((setting) => document.maybe(setting) === "true"))
    throw new S3Error("NotImplemented", "A bucket blocks all public access or none. Enable all four settings.");
  if (bucket.visibility === "public") {
    await buckets.setAccess(bucket, { visibility: "private" });
    await exchange.log(exchange.verified!.key, "BUCKET_EDIT_BUCKET", bucket.name);
  }
  sendEmpty(exchange, 200);
};

/** DeletePublicAccessBlock: never makes a bucket public, because this also publishes its content by CID. */
const deletePublicAccessBlock = async (exchange: BucketExchange): Promise<void> => {
  if (exchange.bucket.visibility === "private")
    throw new S3Error(
      "AccessDenied",
      "This bucket is private. Make it public in its settings or with the ACL public-read.",
    );
  sendEmpty(exchange, 204);
};

// ListObjects, ListObjectsV2, and ListObjectVersions.

const listObjects = async (exchange: BucketExchange): Promise<void> => {
  const { query } = exchange.target;
  if (query.get("list-type") === "2") return listVersion2(exchange);
  const marker = query.get("marker") ?? "";
  const page = await pageOf(exchange, marker);
  const { encode, listing, common } = page;
  const hasDelimiter = (query.get("delimiter") ?? "") !== "";
  sendXml(exchange, "ListBucketResult", {
    Name: exchange.bucket.name,
    Prefix: common.Prefix,
    Marker: encode(marker),
    ...common,
    NextMarker: listing.next !== undefined && hasDelimiter ? encode(listing.next) : undefined,
    Contents: listing.entries.map((object) => ({ ...objectElements(page, object), Owner: ownerElements(page.teamId) })),
    CommonPrefixes: prefixElements(page),
  });
};

const listVersion2 = async (exchange: BucketExchange): Promise<void> => {
  const { query } = exchange.target;
  const token = query.get("continuation-token");
  if (token === "") throw wrongToken();
  const startAfter = query.get("start-after");
  const page = await pageOf(exchange, token === undefined ? (startAfter ?? "") : tokenRead(token));
  const { encode, listing, common } = page;
  const withOwner = query.get("fetch-owner") === "true";
  const withMetadata = query.get("metadata") === "true";
  sendXml(exchange, "ListBucketResult", {
    Name: exchange.bucket.name,
    ...common,
    KeyCount: listing.entries.length + listing.prefixes.length,
    ContinuationToken: token,
    NextContinuationToken: listing.next === undefined ? undefined : tokenOf(listing.next),
    StartAfter: startAfter === undefined ? undefined : encode(startAfter),
    Contents: listing.entries.map((object) => ({
      ...objectElements(page, object),
      ...(withOwner && { Owner: ownerElements(page.teamId) }),
      ...(withMetadata && { UserMetadata: { "content-type": object.contentType, "x-amz-ipfs-hash": object.cid } }),
    })),
    CommonPrefixes: prefixElements(page),
  });
};

/** In a bucket whose versioning was never enabled, each object has the single version `null`. */
const listVersions = async (exchange: BucketExchange): Promise<void> => {
  if (exchange.bucket.versioning) return listKeptVersions(exchange);
  const marker = exchange.target.query.get("key-marker") ?? "";
  const page = await pageOf(exchange, marker);
  const { encode, listing, common } = page;
  sendXml(exchange, "ListVersionsResult", {
    Name: exchange.bucket.name,
    ...common,
    KeyMarker: encode(marker),
    VersionIdMarker: exchange.target.query.get("version-id-marker") ?? "",
    NextKeyMarker: listing.next === undefined ? undefined : encode(listing.next),
    NextVersionIdMarker: listing.next === undefined ? undefined : "null",
    Version: listing.entries.map((object) => ({
      ...objectElements(page, object),
      VersionId: "null",
      IsLatest: true,
      Owner: ownerElements(page.teamId),
    })),
    CommonPrefixes: prefixElements(page),
  });
};

interface Page {
  readonly teamId: string;
  readonly listing: Listing<StoredObject>;
  readonly common: XmlElements;
  encode(text: string): string;
}

const nothing: Listing<StoredObject> = { entries: [], prefixes: [], next: undefined };

const pageOf = async ({ buckets, bucket, target: { query } }: BucketExchange, after: string): Promise<Page> => {
  const encode = encoderOf(query);
  const limit = Math.min(numberIn(query, "max-keys", listKeysMax), listKeysMax);
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const listing = limit === 0 ? nothing : await buckets.list(bucket, { prefix, delimiter, after, limit });
  return {
    teamId: bucket.teamId,
    listing,
    encode,
    common: {
      Prefix: encode(prefix),
      MaxKeys: limit,
      Delimiter: delimiter === "" ? undefined : encode(delimiter),
      EncodingType: query.get("encoding-type"),
      IsTruncated: listing.next !== undefined,
    },
  };
};

const objectElements = ({ encode }: Page, object: StoredObject): XmlElements => listedElements(object, encode);

const prefixElements = ({ listing, encode }: Page): XmlElements[] =>
  listing.prefixes.map((prefix) => ({ Prefix: encode(prefix) }));

const tokenOf = (next: string): string => Buffer.from(next, "utf8").toString("base64url");
const tokenRead = (token: string): string => {
  const after = Buffer.from(token, "base64url").toString("utf8");
  if (after.includes("\0")) throw wrongToken();
  return after;
};
const wrongToken = (): S3Error => new S3Error("InvalidArgument", "The continuation token provided is incorrect");

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
  ...versioningOperations,
  ...bucketLockOperations,
  ...lifecycleOperations,
  ...notConfigured,
]);
