/** Multipart uploads: parts in any order, joined into an object on completion. */
import { partNumberMax } from "../../../../../resources/bucket/limits.ts";
import { sendEmpty, sendXml } from "../answer.ts";
import { attributesIn, checksumHeaders } from "../attributes.ts";
import { bodyOf } from "../body.ts";
import { checksumAlgorithms, type ChecksumAlgorithm } from "../../checksums.ts";
import type { Received, Upload } from "../../buckets/service.ts";
import { quoted } from "../conditions.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { sourceRangeIn } from "../ranges.ts";
import { sourceOf } from "../source.ts";
import { receiveBody } from "./put-object.ts";

export const createUpload = async (exchange: BucketExchange): Promise<void> => {
  const { request, target, bucket, buckets } = exchange;
  const { headers } = request;
  const checksumAlgorithm = algorithmIn(headers["x-amz-checksum-algorithm"]);
  const checksumType = typeIn(headers["x-amz-checksum-type"], checksumAlgorithm);
  const upload = await buckets.createUpload(bucket, {
    key: target.key,
    attributes: attributesIn(headers),
    checksumAlgorithm,
    checksumType,
  });
  sendXml(
    exchange,
    "InitiateMultipartUploadResult",
    { Bucket: bucket.name, Key: target.key, UploadId: upload.id },
    { headers: { "x-amz-checksum-algorithm": checksumAlgorithm, "x-amz-checksum-type": checksumType } },
  );
};

export const uploadPart = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets } = exchange;
  const number = partNumberIn(exchange);
  const upload = await requireUpload(exchange);
  const body = bodyOf(exchange, { also: upload.checksumAlgorithm });
  const put = (arrived: Received) => buckets.putPart(bucket, upload, number, arrived);
  const part = await receiveBody(exchange, body, put, { asPart: true });
  sendEmpty(exchange, 200, {
    etag: quoted(part.etag),
    ...checksumHeaders({ checksums: part.checksums, checksumType: undefined }),
    // Only objects have a checksum type.
    "x-amz-checksum-type": undefined,
  });
};

export const copyPart = async (exchange: BucketExchange): Promise<void> => {
  const { request, bucket, buckets } = exchange;
  const number = partNumberIn(exchange);
  const upload = await requireUpload(exchange);
  const { object } = await sourceOf(exchange);
  const range = sourceRangeIn(request.headers, object);
  const part = await buckets.copyPart(bucket, upload, number, object, range);
  sendXml(exchange, "CopyPartResult", { LastModified: part.modifiedAt.toISOString(), ETag: quoted(part.etag) });
};

export const abortUpload = async (exchange: BucketExchange): Promise<void> => {
  await exchange.buckets.abort(exchange.bucket, await requireUpload(exchange));
  sendEmpty(exchange, 204);
};

/** Finds the requested upload. Throws NoSuchUpload. */
export const requireUpload = async ({ target, bucket, buckets }: BucketExchange): Promise<Upload> => {
  const upload = await buckets.findUpload(bucket, target.key, target.query.get("uploadId") ?? "");
  if (!upload) throw new S3Error("NoSuchUpload");
  return upload;
};

const partNumberIn = ({ target: { query } }: BucketExchange): number => {
  const text = query.get("partNumber") ?? "";
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > partNumberMax)
    throw new S3Error("InvalidArgument", `Part number must be an integer between 1 and ${partNumberMax}, inclusive`);
  return number;
};

const algorithmIn = (header: string | string[] | undefined): ChecksumAlgorithm | undefined => {
  if (header === undefined) return undefined;
  const found = checksumAlgorithms.find((algorithm) => algorithm === String(header).toUpperCase());
  if (!found) throw new S3Error("InvalidRequest", "Checksum algorithm provided is unsupported.");
  return found;
};

/** Returns the checksum type. As in S3, the default is FULL_OBJECT for CRC64NVME and COMPOSITE for others. */
const typeIn = (
  header: string | string[] | undefined,
  algorithm: ChecksumAlgorithm | undefined,
): "FULL_OBJECT" | "COMPOSITE" | undefined => {
  if (algorithm === undefined) return undefined;
  const type = header === undefined ? undefined : String(header).toUpperCase();
  if (type !== undefined && type !== "FULL_OBJECT" && type !== "COMPOSITE")
    throw new S3Error("InvalidRequest", "Value for x-amz-checksum-type header is invalid.");
  const isHash = algorithm === "SHA1" || algorithm === "SHA256";
  if ((type === "COMPOSITE" && algorithm === "CRC64NVME") || (type === "FULL_OBJECT" && isHash))
    throw new S3Error(
      "InvalidRequest",
      `The ${type} checksum type cannot be used with the ${algorithm} checksum algorithm.`,
    );
  return type ?? (algorithm === "CRC64NVME" ? "FULL_OBJECT" : "COMPOSITE");
};
