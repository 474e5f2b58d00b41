import { deleteKeysMax } from "../../../../../resources/bucket/limits.ts";
import { allows } from "../access.ts";
import { sendEmpty, sendXml } from "../answer.ts";
import { readSmall } from "../body.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { requireNullVersion } from "../require-object.ts";
import { parseXml } from "../xml.ts";

/** 1000 keys of 1024 bytes, each byte encoded as an entity. */
const batchBytesMax = 8 * 1024 * 1024;

export const deleteObject = async (exchange: BucketExchange): Promise<void> => {
  requireNullVersion(exchange.target.query.get("versionId"));
  await exchange.buckets.removeObjects(exchange.bucket, [exchange.target.key]);
  sendEmpty(exchange, 204);
};

/** DeleteObjects. Keys outside the access key's scopes are rejected one by one. */
export const deleteObjects = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets, verified } = exchange;
  const root = parseXml(await readSmall(exchange, batchBytesMax), "Delete");
  const keys = root.children("Object").map((object) => ({
    key: object.text("Key"),
    version: object.maybe("VersionId"),
    isConditional: ["ETag", "LastModifiedTime", "Size"].some((name) => object.maybe(name) !== undefined),
  }));
  if (keys.length === 0 || keys.length > deleteKeysMax || keys.some(({ key }) => key === "" || key.includes("\0")))
    throw new S3Error("MalformedXML");
  const refused = new Map<string, S3Error>();
  for (const { key, version, isConditional } of keys) {
    if (!allows(verified?.key, bucket, "delete", key)) refused.set(key, new S3Error("AccessDenied"));
    else if (version !== undefined && version !== "null") refused.set(key, new S3Error("NoSuchVersion"));
    else if (isConditional) refused.set(key, new S3Error("NotImplemented", "Conditional deletes are not supported."));
  }
  const removable = keys.map(({ key }) => key).filter((key) => !refused.has(key));
  if (removable.length > 0) await buckets.removeObjects(bucket, removable);
  const isQuiet = root.text("Quiet") === "true";
  sendXml(exchange, "DeleteResult", {
    Deleted: isQuiet ? [] : removable.map((key) => ({ Key: key })),
    Error: [...refused].map(([key, { code, message }]) => ({ Key: key, Code: code, Message: message })),
  });
};
