import { s3Region } from "../../../../../resources/bucket/access-key-limits.ts";
import { allows, canCreate } from "../access.ts";
import { cannedAclOf } from "../acl.ts";
import { sendEmpty, sendXml } from "../answer.ts";
import { readSmall } from "../body.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange, Exchange } from "../exchange.ts";
import { numberIn } from "../list-query.ts";
import { ownerElements } from "../owner.ts";
import { publicReadPolicy } from "../policy.ts";
import { parseXml } from "../xml.ts";

const configurationBytesMax = 64 * 1024;
const bucketsListedMax = 10_000;

/** ListBuckets: the team's buckets within the key's scope. */
export const listBuckets = async (exchange: Exchange): Promise<void> => {
  const key = exchange.verified?.key;
  if (!key) throw new S3Error("AccessDenied");
  const { query } = exchange.target;
  const prefix = query.get("prefix") ?? "";
  const limit = numberIn(query, "max-buckets", bucketsListedMax);
  if (limit < 1 || limit > bucketsListedMax)
    throw new S3Error("InvalidArgument", `max-buckets must be between 1 and ${bucketsListedMax}.`);
  const after = Buffer.from(query.get("continuation-token") ?? "", "base64url").toString("utf8");
  const isHere = (query.get("bucket-region") ?? s3Region) === s3Region;
  const found = (await exchange.buckets.listOf(key.teamId))
    .filter(({ name }) => isHere && name.startsWith(prefix) && name > after)
    .filter((bucket) => allows(key, bucket, "look", ""))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const buckets = found.slice(0, limit);
  sendXml(exchange, "ListAllMyBucketsResult", {
    Owner: ownerElements(key.teamId),
    Buckets: {
      Bucket: buckets.map(({ name, createdAt }) => ({
        Name: name,
        CreationDate: createdAt.toISOString(),
        BucketRegion: s3Region,
      })),
    },
    Prefix: prefix === "" ? undefined : prefix,
    ContinuationToken:
      found.length > limit ? Buffer.from(buckets.at(-1)!.name, "utf8").toString("base64url") : undefined,
  });
};

/** CreateBucket. Accepts any region, because there is only one. */
export const createBucket = async (exchange: Exchange): Promise<void> => {
  const key = exchange.verified?.key;
  const { bucketName } = exchange.target;
  if (!key || !canCreate(key, bucketName)) throw new S3Error("AccessDenied");
  const { headers } = exchange.request;
  const body = await readSmall(exchange, configurationBytesMax);
  const configuration = body.length > 0 ? parseXml(body, "CreateBucketConfiguration") : undefined;
  // Tags and directory buckets are not supported.
  if (["Tags", "Location", "Bucket"].some((name) => configuration?.child(name) !== undefined))
    throw new S3Error("NotImplemented", "Only LocationConstraint is supported in a bucket's configuration.");
  const acl = cannedAclOf(headers);
  const isPublic = acl === "public-read";
  const bucket = await exchange.buckets.create(key.teamId, bucketName, isPublic ? "public" : "private");
  if (isPublic) await exchange.buckets.setPolicy(bucket, publicReadPolicy(bucketName));
  await exchange.log(key, "BUCKET_CREATE_BUCKET", bucketName);
  sendEmpty(exchange, 200, { location: `/${bucketName}` });
};

export const headBucket = async (exchange: BucketExchange): Promise<void> =>
  sendEmpty(exchange, 200, { "x-amz-bucket-region": s3Region, "x-amz-access-point-alias": "false" });

export const deleteBucket = async (exchange: BucketExchange): Promise<void> => {
  await exchange.buckets.remove(exchange.bucket);
  await exchange.log(exchange.verified!.key, "BUCKET_DELETE_BUCKET", exchange.bucket.name);
  sendEmpty(exchange, 204);
};

export const getLocation = async (exchange: BucketExchange): Promise<void> =>
  sendXml(exchange, "LocationConstraint", s3Region);
