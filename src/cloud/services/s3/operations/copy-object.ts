import type { Attributes } from "../../buckets/service.ts";
import { sendXml } from "../answer.ts";
import { attributesIn, checksumElements } from "../attributes.ts";
import { checkWrite, quoted, writeConditionIn } from "../conditions.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { sourceOf, type Source } from "../source.ts";

/** CopyObject, without copying content. */
export const copyObject = async (exchange: BucketExchange): Promise<void> => {
  const { request, target, bucket, buckets } = exchange;
  const source = await sourceOf(exchange);
  checkChecksum(request.headers["x-amz-checksum-algorithm"], source);
  const attributes = attributesFor(exchange, source);
  const condition = writeConditionIn(request.headers);
  if (condition) checkWrite(condition, await buckets.head(bucket, target.key));
  const object = await buckets.copy(source, bucket, target.key, attributes, condition);
  const content = {
    LastModified: object.modifiedAt.toISOString(),
    ETag: quoted(object.etag),
    ...checksumElements(object),
  };
  sendXml(exchange, "CopyObjectResult", content, { headers: { "x-amz-ipfs-hash": object.cid } });
};

/** Checks that the source has the requested checksum, because copies don't read the content. Throws NotImplemented. */
const checkChecksum = (algorithm: string | string[] | undefined, { object }: Source): void => {
  if (algorithm === undefined || Object.hasOwn(object.checksums, String(algorithm).toUpperCase())) return;
  throw new S3Error(
    "NotImplemented",
    `The source has no ${String(algorithm)} checksum, and copies do not compute checksums.`,
  );
};

/** Returns the copy's attributes; undefined to keep all of the source's. */
const attributesFor = (
  { request: { headers } }: BucketExchange,
  { object, isTarget }: Source,
): Attributes | undefined => {
  const [metadata, tagging] = ["x-amz-metadata-directive", "x-amz-tagging-directive"].map((name) =>
    replaces(headers[name] as string | undefined),
  );
  if (isTarget && !metadata && !tagging)
    throw new S3Error(
      "InvalidRequest",
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.",
    );
  if (!metadata && !tagging) return undefined;
  const requested = attributesIn(headers);
  return { ...(metadata ? requested : object), tags: tagging ? requested.tags : object.tags };
};

const replaces = (directive: string | undefined): boolean => {
  if (directive === undefined || directive.toUpperCase() === "COPY") return false;
  if (directive.toUpperCase() === "REPLACE") return true;
  throw new S3Error("InvalidArgument", "Unknown directive.");
};
