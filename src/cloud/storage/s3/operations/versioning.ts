/** Versioning of a bucket, and the list of its versions. */
import { listKeysMax } from "../../../../../resources/storage/limits.ts";
import { isVersionId, type ListedVersion } from "../../buckets/service.ts";
import { ownerElements } from "../acl.ts";
import { sendEmpty, sendXml } from "../answer.ts";
import { readSmall } from "../body.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { encoderOf, listedElements, numberIn } from "../list-query.ts";
import { parseXml, type XmlElements } from "../xml.ts";
import type { Operation } from "./operation.ts";

const documentBytesMax = 16 * 1024;

const getVersioning = async (exchange: BucketExchange): Promise<void> => {
  const { versioning } = exchange.bucket;
  sendXml(exchange, "VersioningConfiguration", versioning ? { Status: versioning } : "");
};

/** PutBucketVersioning. MFA delete is refused: there is no MFA device that a request could name. */
const putVersioning = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets } = exchange;
  const document = parseXml(await readSmall(exchange, documentBytesMax), "VersioningConfiguration", {
    Status: "text",
    MfaDelete: "text",
  });
  const status = document.maybe("Status");
  if ((document.maybe("MfaDelete") ?? "Disabled") !== "Disabled")
    throw new S3Error("NotImplemented", "MFA delete is not supported.");
  if (status !== "Enabled" && status !== "Suspended") throw new S3Error("IllegalVersioningConfigurationException");
  await buckets.setVersioning(bucket, status);
  await exchange.log(exchange.verified!.key, "BUCKET_EDIT_BUCKET", bucket.name);
  sendEmpty(exchange, 200);
};

/** ListObjectVersions of a bucket whose versioning is or was enabled. */
export const listKeptVersions = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets } = exchange;
  const { query } = exchange.target;
  const encode = encoderOf(query);
  const limit = Math.min(numberIn(query, "max-keys", listKeysMax), listKeysMax);
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const after = query.get("key-marker") ?? "";
  const afterVersion = query.get("version-id-marker") || undefined;
  if (afterVersion !== undefined && after === "")
    throw new S3Error("InvalidArgument", "A version-id marker cannot be specified without a key marker.");
  if (afterVersion !== undefined && !isVersionId(afterVersion))
    throw new S3Error("InvalidArgument", "Invalid version id specified");
  const { entries, prefixes, next, nextVersion } = await buckets.listVersions(bucket, {
    prefix,
    delimiter,
    after,
    afterVersion,
    limit,
  });
  const owner = ownerElements(bucket.teamId);
  const elementsOf = (version: ListedVersion): XmlElements => ({
    ...(version.isMarker
      ? { Key: encode(version.key), LastModified: version.modifiedAt.toISOString() }
      : listedElements(version, encode)),
    VersionId: version.versionId,
    IsLatest: version.isLatest,
    Owner: owner,
  });
  sendXml(exchange, "ListVersionsResult", {
    Name: bucket.name,
    Prefix: encode(prefix),
    KeyMarker: encode(after),
    VersionIdMarker: afterVersion ?? "",
    NextKeyMarker: next === undefined ? undefined : encode(next),
    NextVersionIdMarker: nextVersion,
    MaxKeys: limit,
    Delimiter: delimiter === "" ? undefined : encode(delimiter),
    EncodingType: query.get("encoding-type"),
    IsTruncated: next !== undefined,
    Version: entries.filter(({ isMarker }) => !isMarker).map(elementsOf),
    DeleteMarker: entries.filter(({ isMarker }) => isMarker).map(elementsOf),
    CommonPrefixes: prefixes.map((one) => ({ Prefix: encode(one) })),
  });
};

export const versioningOperations: readonly (readonly [string, Operation])[] = [
  ["GET versioning", { name: "GetBucketVersioning", right: "look", run: getVersioning }],
  ["PUT versioning", { name: "PutBucketVersioning", right: "manage", run: putVersioning }],
];
