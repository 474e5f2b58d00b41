import { s3Region } from "../../../../../resources/bucket/access-key-limits.ts";
import { allows, mayCreate } from "../access.ts";
import { cannedAclOf } from "../acl.ts";
import { sendEmpty, sendXml } from "../answer.ts";
import { readSmall } from "../body.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange, Exchange } from "../exchange.ts";
import { ownerElements } from "../owner.ts";
import { publicReadPolicy } from "../policy.ts";
import { parseXml } from "../xml.ts";

const configurationBytesMax = 64 * 1024;

/** ListBuckets: of the key's team, those that the key may look at. */
export const listBuckets = async (exchange: Exchange): Promise<void> => {
  const key = exchange.verified?.key;
  if (!key) throw new S3Error("AccessDenied");
  const { query } = exchange.asked;
  const prefix = query.get("prefix") ?? "";
  const buckets = (await exchange.buckets.listOf(key.teamId)).filter(
    (bucket) => allows(key, bucket, "look", "") && bucket.name.startsWith(prefix),
  );
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
  });
};

/** CreateBucket. Any region is taken: there is one. */
export const createBucket = async (exchange: Exchange): Promise<void> => {
  const key = exchange.verified?.key;
  const { bucketName } = exchange.asked;
  if (!key || !mayCreate(key, bucketName)) throw new S3Error("AccessDenied");
  const { headers } = exchange.request;
  const body = await readSmall(exchange, configurationBytesMax);
  if (body.length > 0) parseXml(body, "CreateBucketConfiguration");
  if (headers["x-amz-bucket-object-lock-enabled"] === "true") throw new S3Error("NotImplemented");
  const acl = cannedAclOf(headers);
  const bucket = await exchange.buckets.create(key.teamId, bucketName);
  if (acl === "public-read") await exchange.buckets.setPolicy(bucket, publicReadPolicy(bucketName));
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
