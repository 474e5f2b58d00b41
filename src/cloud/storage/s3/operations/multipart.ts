/** Multipart uploads: parts in any order, joined into an object on completion. */
import { listKeysMax, partNumberMax } from "../../../../../resources/storage/limits.ts";
import type { Received, Upload } from "../../buckets/service.ts";
import { checksumAlgorithms, type ChecksumAlgorithm } from "../../checksums.ts";
import { ownerElements } from "../acl.ts";
import { sendEmpty, sendXml } from "../answer.ts";
import { attributesIn, checksumElements, checksumHeaders } from "../attributes.ts";
import { bodyOf } from "../body.ts";
import { quoted, sourceRangeIn } from "../conditions.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { encoderOf, numberIn } from "../list-query.ts";
import { lockIn } from "./lock.ts";
import { sourceOf } from "../require-object.ts";
import { receiveBody } from "./objects.ts";

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
    lock: lockIn(headers, bucket),
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
  const { object, headers } = await sourceOf(exchange);
  const range = sourceRangeIn(request.headers, object);
  const part = await buckets.copyPart(bucket, upload, number, object, range);
  sendXml(
    exchange,
    "CopyPartResult",
    { LastModified: part.modifiedAt.toISOString(), ETag: quoted(part.etag) },
    { headers },
  );
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

export const listParts = async (exchange: BucketExchange): Promise<void> => {
  const { target, bucket, buckets } = exchange;
  const encode = encoderOf(target.query);
  const after = numberIn(target.query, "part-number-marker", 0);
  const limit = Math.min(numberIn(target.query, "max-parts", listKeysMax), listKeysMax);
  const upload = await requireUpload(exchange);
  const found = await buckets.listParts(upload, { after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const owner = ownerElements(bucket.teamId);
  sendXml(exchange, "ListPartsResult", {
    Bucket: bucket.name,
    Key: encode(target.key),
    UploadId: upload.id,
    EncodingType: target.query.get("encoding-type"),
    PartNumberMarker: after,
    NextPartNumberMarker: shown.at(-1)?.number ?? after,
    MaxParts: limit,
    IsTruncated: limit > 0 && found.length > limit,
    ChecksumAlgorithm: upload.checksumAlgorithm,
    ChecksumType: upload.checksumType,
    Part: shown.map((part) => ({
      PartNumber: part.number,
      LastModified: part.modifiedAt.toISOString(),
      ETag: quoted(part.etag),
      Size: part.sizeBytes,
      ...checksumElements(part),
    })),
    Initiator: owner,
    Owner: owner,
    StorageClass: "STANDARD",
  });
};

/** ListMultipartUploads. */
export const listUploads = async (exchange: BucketExchange): Promise<void> => {
  const { target, bucket, buckets } = exchange;
  const { query } = target;
  const encode = encoderOf(query);
  const limit = Math.min(numberIn(query, "max-uploads", listKeysMax), listKeysMax);
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const [after, afterUpload] = [query.get("key-marker") ?? "", query.get("upload-id-marker")];
  const listing =
    limit === 0
      ? { entries: [], prefixes: [], next: undefined, nextUpload: undefined }
      : await buckets.listUploads(bucket, { prefix, delimiter, after, afterUpload, limit });
  const owner = ownerElements(bucket.teamId);
  sendXml(exchange, "ListMultipartUploadsResult", {
    Bucket: bucket.name,
    KeyMarker: encode(after),
    UploadIdMarker: afterUpload ?? "",
    NextKeyMarker: listing.next === undefined ? undefined : encode(listing.next),
    NextUploadIdMarker: listing.next === undefined ? undefined : (listing.nextUpload ?? ""),
    Prefix: encode(prefix),
    Delimiter: delimiter === "" ? undefined : encode(delimiter),
    EncodingType: query.get("encoding-type"),
    MaxUploads: limit,
    IsTruncated: listing.next !== undefined,
    Upload: listing.entries.map((upload) => ({
      Key: encode(upload.key),
      UploadId: upload.id,
      Initiator: owner,
      Owner: owner,
      StorageClass: "STANDARD",
      Initiated: upload.createdAt.toISOString(),
      ChecksumAlgorithm: upload.checksumAlgorithm,
      ChecksumType: upload.checksumType,
    })),
    CommonPrefixes: listing.prefixes.map((one) => ({ Prefix: encode(one) })),
  });
};
