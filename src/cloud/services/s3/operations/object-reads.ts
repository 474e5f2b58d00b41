/** Operations on an object's attributes, tags and ACL. */
import { sendEmpty, sendXml } from "../answer.ts";
import { aclElements, aclOf } from "../acl.ts";
import { checksumElements } from "../attributes.ts";
import { readSmall } from "../body.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { requireObject } from "../require-object.ts";
import { tagElements, tagsInXml } from "../tags.ts";

const xmlBytesMax = 64 * 1024;
const partsShown = 1000;

/** GetObjectAttributes: returns the attributes listed in x-amz-object-attributes. */
export const getObjectAttributes = async (exchange: BucketExchange): Promise<void> => {
  const { headers } = exchange.request;
  const named = String(headers["x-amz-object-attributes"] ?? "").split(",");
  const wanted = new Set(named.map((name) => name.trim()).filter(Boolean));
  if (wanted.size === 0)
    throw new S3Error("InvalidArgument", "The x-amz-object-attributes header specifying attributes is missing.");
  const object = await requireObject(exchange);
  const sums = checksumElements(object);
  const hasSums = Object.keys(sums).length > 0;
  const content = {
    ETag: wanted.has("ETag") ? object.etag : undefined,
    Checksum:
      wanted.has("Checksum") && hasSums ? { ...sums, ChecksumType: object.checksumType ?? "FULL_OBJECT" } : undefined,
    ObjectParts:
      wanted.has("ObjectParts") && object.partSizes
        ? partElements(
            object.partSizes,
            Number(headers["x-amz-part-number-marker"] ?? 0),
            Number(headers["x-amz-max-parts"] ?? partsShown),
          )
        : undefined,
    StorageClass: wanted.has("StorageClass") ? "STANDARD" : undefined,
    ObjectSize: wanted.has("ObjectSize") ? object.sizeBytes : undefined,
  };
  const lastModified = { "last-modified": object.modifiedAt.toUTCString() };
  sendXml(exchange, "GetObjectAttributesResponse", content, { headers: lastModified });
};

const partElements = (sizes: readonly number[], marker: number, max: number) => {
  const after = Number.isInteger(marker) && marker >= 0 ? marker : 0;
  const limit = Number.isInteger(max) && max >= 0 ? Math.min(max, partsShown) : partsShown;
  const shown = sizes.slice(after, after + limit);
  return {
    PartsCount: sizes.length,
    PartNumberMarker: after,
    NextPartNumberMarker: after + shown.length,
    MaxParts: limit,
    IsTruncated: after + shown.length < sizes.length,
    Part: shown.map((size, at) => ({ PartNumber: after + at + 1, Size: size })),
  };
};

export const getTags = async (exchange: BucketExchange): Promise<void> =>
  sendXml(exchange, "Tagging", tagElements((await requireObject(exchange)).tags));

export const putTags = async (exchange: BucketExchange): Promise<void> => {
  const tags = tagsInXml(await readSmall(exchange, xmlBytesMax));
  await requireObject(exchange);
  await exchange.buckets.setTags(exchange.bucket, exchange.target.key, tags);
  sendEmpty(exchange, 200);
};

export const deleteTags = async (exchange: BucketExchange): Promise<void> => {
  await requireObject(exchange);
  await exchange.buckets.setTags(exchange.bucket, exchange.target.key, {});
  sendEmpty(exchange, 204);
};

export const getObjectAcl = async (exchange: BucketExchange): Promise<void> => {
  const { key } = await requireObject(exchange);
  sendXml(exchange, "AccessControlPolicy", aclElements(exchange.bucket, key));
};

/** PutObjectAcl. Only `private` can be set, because the bucket's policy determines access. */
export const putObjectAcl = async (exchange: BucketExchange): Promise<void> => {
  const body = await readSmall(exchange, xmlBytesMax);
  await requireObject(exchange);
  const acl = aclOf(exchange, body);
  if (acl !== "private") throw new S3Error("AccessControlListNotSupported");
  sendEmpty(exchange, 200);
};
