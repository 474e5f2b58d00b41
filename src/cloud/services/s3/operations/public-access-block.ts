/** PublicAccessBlock: fully enabled for private buckets, not configured for public ones. */
import { sendEmpty, sendXml } from "../answer.ts";
import { readSmall } from "../body.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { parseXml } from "../xml.ts";

const documentBytesMax = 16 * 1024;
const settings = ["BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"] as const;

export const getPublicAccessBlock = async (exchange: BucketExchange): Promise<void> => {
  if (exchange.bucket.visibility === "public") throw new S3Error("NoSuchPublicAccessBlockConfiguration");
  sendXml(exchange, "PublicAccessBlockConfiguration", Object.fromEntries(settings.map((setting) => [setting, "true"])));
};

/** PutPublicAccessBlock: makes the bucket private. Partial settings are rejected. */
export const putPublicAccessBlock = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets } = exchange;
  const document = parseXml(await readSmall(exchange, documentBytesMax), "PublicAccessBlockConfiguration");
  if (!settings.every((setting) => document.maybe(setting)?.toLowerCase() === "true"))
    throw new S3Error("NotImplemented", "A bucket blocks all public access or none. Enable all four settings.");
  if (bucket.visibility === "public") {
    await buckets.setAccess(bucket, { visibility: "private" });
    await exchange.log(exchange.verified!.key, "BUCKET_EDIT_BUCKET", bucket.name);
  }
  sendEmpty(exchange, 200);
};

/** DeletePublicAccessBlock: never makes a bucket public, because this also publishes its content by CID. */
export const deletePublicAccessBlock = async (exchange: BucketExchange): Promise<void> => {
  if (exchange.bucket.visibility === "private")
    throw new S3Error(
      "AccessDenied",
      "This bucket is private. Make it public in its settings or with the ACL public-read.",
    );
  sendEmpty(exchange, 204);
};
