import { listKeysMax } from "../../../../../resources/bucket/limits.ts";
import { sendXml } from "../answer.ts";
import { checksumElements } from "../attributes.ts";
import { quoted } from "../conditions.ts";
import type { BucketExchange } from "../exchange.ts";
import { encoderOf, numberIn } from "../list-query.ts";
import { ownerElements } from "../owner.ts";
import { requireUpload } from "./multipart.ts";

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

/** ListMultipartUploads. The dashboard calls them fragments. */
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
