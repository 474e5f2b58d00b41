/** ListObjects, ListObjectsV2, and ListObjectVersions, where each object has the single version `null`. */
import { listKeysMax } from "../../../../../resources/bucket/limits.ts";
import type { Listing, StoredObject } from "../../buckets/service.ts";
import { sendXml } from "../answer.ts";
import { quoted } from "../conditions.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { encoderOf, numberIn } from "../list-query.ts";
import { ownerElements } from "../owner.ts";
import type { XmlElements } from "../xml.ts";

export const listObjects = async (exchange: BucketExchange): Promise<void> => {
  const { query } = exchange.target;
  if (query.get("list-type") === "2") return listVersion2(exchange);
  const marker = query.get("marker") ?? "";
  const page = await pageOf(exchange, marker);
  const { encode, listing, common } = page;
  const hasDelimiter = (query.get("delimiter") ?? "") !== "";
  sendXml(exchange, "ListBucketResult", {
    Name: exchange.bucket.name,
    Prefix: common.Prefix,
    Marker: encode(marker),
    ...common,
    NextMarker: listing.next !== undefined && hasDelimiter ? encode(listing.next) : undefined,
    Contents: listing.entries.map((object) => ({ ...objectElements(page, object), Owner: ownerElements(page.teamId) })),
    CommonPrefixes: prefixElements(page),
  });
};

const listVersion2 = async (exchange: BucketExchange): Promise<void> => {
  const { query } = exchange.target;
  const token = query.get("continuation-token");
  if (token === "") throw wrongToken();
  const startAfter = query.get("start-after");
  const page = await pageOf(exchange, token === undefined ? (startAfter ?? "") : tokenRead(token));
  const { encode, listing, common } = page;
  const withOwner = query.get("fetch-owner") === "true";
  sendXml(exchange, "ListBucketResult", {
    Name: exchange.bucket.name,
    ...common,
    KeyCount: listing.entries.length + listing.prefixes.length,
    ContinuationToken: token,
    NextContinuationToken: listing.next === undefined ? undefined : tokenOf(listing.next),
    StartAfter: startAfter === undefined ? undefined : encode(startAfter),
    Contents: listing.entries.map((object) => ({
      ...objectElements(page, object),
      ...(withOwner && { Owner: ownerElements(page.teamId) }),
    })),
    CommonPrefixes: prefixElements(page),
  });
};

export const listVersions = async (exchange: BucketExchange): Promise<void> => {
  const marker = exchange.target.query.get("key-marker") ?? "";
  const page = await pageOf(exchange, marker);
  const { encode, listing, common } = page;
  sendXml(exchange, "ListVersionsResult", {
    Name: exchange.bucket.name,
    ...common,
    KeyMarker: encode(marker),
    VersionIdMarker: exchange.target.query.get("version-id-marker") ?? "",
    NextKeyMarker: listing.next === undefined ? undefined : encode(listing.next),
    NextVersionIdMarker: listing.next === undefined ? undefined : "null",
    Version: listing.entries.map((object) => ({
      ...objectElements(page, object),
      VersionId: "null",
      IsLatest: true,
      Owner: ownerElements(page.teamId),
    })),
    CommonPrefixes: prefixElements(page),
  });
};

interface Page {
  readonly teamId: string;
  readonly listing: Listing<StoredObject>;
  readonly common: XmlElements;
  encode(text: string): string;
}

const nothing: Listing<StoredObject> = { entries: [], prefixes: [], next: undefined };

const pageOf = async ({ buckets, bucket, target: { query } }: BucketExchange, after: string): Promise<Page> => {
  const encode = encoderOf(query);
  const limit = Math.min(numberIn(query, "max-keys", listKeysMax), listKeysMax);
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const listing = limit === 0 ? nothing : await buckets.list(bucket, { prefix, delimiter, after, limit });
  return {
    teamId: bucket.teamId,
    listing,
    encode,
    common: {
      Prefix: encode(prefix),
      MaxKeys: limit,
      Delimiter: delimiter === "" ? undefined : encode(delimiter),
      EncodingType: query.get("encoding-type"),
      IsTruncated: listing.next !== undefined,
    },
  };
};

const objectElements = ({ encode }: Page, object: StoredObject): XmlElements => {
  const algorithms = Object.keys(object.checksums);
  return {
    Key: encode(object.key),
    LastModified: object.modifiedAt.toISOString(),
    ETag: quoted(object.etag),
    ChecksumAlgorithm: algorithms,
    ChecksumType: algorithms.length > 0 ? (object.checksumType ?? "FULL_OBJECT") : undefined,
    Size: object.sizeBytes,
    StorageClass: "STANDARD",
  };
};

const prefixElements = ({ listing, encode }: Page): XmlElements[] =>
  listing.prefixes.map((prefix) => ({ Prefix: encode(prefix) }));

const tokenOf = (next: string): string => Buffer.from(next, "utf8").toString("base64url");
const tokenRead = (token: string): string => {
  const after = Buffer.from(token, "base64url").toString("utf8");
  if (after.includes("\0")) throw wrongToken();
  return after;
};
const wrongToken = (): S3Error => new S3Error("InvalidArgument", "The continuation token provided is incorrect");
