/** Reads object attributes and tags from requests and writes them back. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { objectMetadataBytesMax } from "../../../../resources/storage/limits.ts";
import type { Attributes, StoredObject } from "../buckets/service.ts";
import type { ChecksumAlgorithm } from "../checksums.ts";
import { headerOf } from "./body.ts";
import { S3Error } from "./errors.ts";
import { parseXml, type XmlElements } from "./xml.ts";

const metadataPrefix = "x-amz-meta-";
/** A valid header name. Form fields can have other names. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** Set by Freehold, so clients can't set them. */
const reserved: ReadonlySet<string> = new Set(["ipfs-hash", "arweave-hash", "arweave-status", "arweave-failed-reason"]);

const standard = {
  "content-type": "contentType",
  "cache-control": "cacheControl",
  "content-disposition": "contentDisposition",
  "content-encoding": "contentEncoding",
  "content-language": "contentLanguage",
  expires: "expires",
} as const satisfies Record<string, keyof Attributes>;
export const standardHeaders = Object.keys(standard) as readonly (keyof typeof standard)[];

/** Parses attributes from headers. Throws MetadataTooLarge, InvalidArgument or InvalidTag. */
export const attributesIn = (headers: IncomingHttpHeaders): Attributes => {
  const tags = headers["x-amz-tagging"];
  return {
    ...standardIn(headers),
    metadata: metadataIn(headers),
    tags: tags === undefined ? {} : parsedTags(String(tags)),
  };
};

const standardIn = (headers: IncomingHttpHeaders): Partial<Attributes> =>
  Object.fromEntries(
    standardHeaders.flatMap((name) => {
      const value = name === "content-encoding" ? withoutChunking(headers[name]) : headers[name];
      return value === undefined || value === "" ? [] : [[standard[name], headerText(String(value))]];
    }),
  );

/** Removes aws-chunked, which is a transfer encoding and not part of the object. */
const withoutChunking = (encoding: string | undefined): string | undefined => {
  const parts = encoding?.split(",").map((part) => part.trim());
  if (!parts?.some((part) => part.toLowerCase() === "aws-chunked")) return encoding;
  return parts.filter((part) => part !== "" && part.toLowerCase() !== "aws-chunked").join(", ");
};

const metadataIn = (headers: IncomingHttpHeaders): Record<string, string> => {
  const found = Object.entries(headers).flatMap(([name, value]) => {
    const own = name.startsWith(metadataPrefix) ? name.slice(metadataPrefix.length) : "";
    return own === "" || reserved.has(own) ? [] : [[own, headerText(String(value))] as const];
  });
  if (found.some(([name]) => !headerName.test(name)))
    throw new S3Error("InvalidArgument", "A metadata field name is not a valid header name.");
  const bytes = found.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (bytes > objectMetadataBytesMax) throw new S3Error("MetadataTooLarge");
  return Object.fromEntries(found);
};

/** Returns an object's headers for GET and HEAD. `described` is additional metadata. */
export const headersOf = (object: StoredObject, described: Readonly<Record<string, string>>): OutgoingHttpHeaders => ({
  ...Object.fromEntries(standardHeaders.map((name) => [name, object[standard[name]]])),
  "content-type": object.contentType ?? "binary/octet-stream",
  ...metadataHeaders({ ...object.metadata, ...described, "ipfs-hash": object.cid }),
  "x-amz-ipfs-hash": object.cid,
  ...(Object.keys(object.tags).length > 0 && { "x-amz-tagging-count": Object.keys(object.tags).length }),
});

const metadataHeaders = (metadata: Readonly<Record<string, string>>): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [metadataPrefix + name, headerText(value)]));

/** Converts text to a header value. Node writes headers as Latin-1; other text is sent as UTF-8 bytes. */
export const headerText = (text: string): string => {
  const plain = text.replaceAll(/\p{Cc}/gu, (sign) => (isControl(sign) ? " " : sign));
  return /[^\p{ASCII}\u0080-\u00ff]/u.test(plain) ? Buffer.from(plain, "utf8").toString("latin1") : plain;
};

/** Whether a character is an ASCII control character except the tab. Others can be UTF-8 bytes. */
const isControl = (sign: string): boolean => (sign < " " && sign !== "\t") || sign === "\u007f";

/** Returns checksums as headers, sent on request. */
export const checksumHeaders = ({
  checksums,
  checksumType,
}: Pick<StoredObject, "checksums" | "checksumType">): OutgoingHttpHeaders => {
  const entries = Object.entries(checksums).map(
    ([name, value]) => [headerOf(name as ChecksumAlgorithm), value] as const,
  );
  if (entries.length === 0) return {};
  return { ...Object.fromEntries(entries), "x-amz-checksum-type": checksumType ?? "FULL_OBJECT" };
};

/** Returns checksums as XML elements: ChecksumCRC32 … */
export const checksumElements = ({ checksums }: Pick<StoredObject, "checksums">): Record<string, string> =>
  Object.fromEntries(Object.entries(checksums).map(([name, value]) => [`Checksum${name}`, value]));

// Tags: from a header as a query, or from a body as XML.

const tagsMax = 10;
const nameMax = 128;
const valueMax = 256;

type Tags = Readonly<Record<string, string>>;

/** Parses tags of a header. Throws InvalidTag. */
const parsedTags = (query: string): Tags => checked([...new URLSearchParams(query)]);

/** A tag in XML. */
export const tagShape = { Key: "text", Value: "text" } as const;

/** Parses tags of a body. Throws MalformedXML or InvalidTag. */
export const tagsInXml = (bytes: Uint8Array): Tags => {
  const set = parseXml(bytes, "Tagging", { TagSet: { Tag: [tagShape] } }).child("TagSet");
  if (!set) throw new S3Error("MalformedXML");
  return checked(set.children("Tag").map((tag) => [tag.text("Key"), tag.text("Value")]));
};

export const tagElements = (tags: Tags): XmlElements => ({
  TagSet: { Tag: Object.entries(tags).map(([name, value]) => ({ Key: name, Value: value })) },
});

const checked = (pairs: readonly (readonly [string, string])[]): Tags => {
  const tags = new Map(pairs);
  if (tags.size !== pairs.length) throw new S3Error("InvalidTag", "Cannot provide multiple tags with the same key");
  if (tags.size > tagsMax) throw new S3Error("InvalidTag", `Object tags cannot be greater than ${tagsMax}`);
  for (const [name, value] of tags)
    if (name === "" || name.length > nameMax || value.length > valueMax || /\0/.test(name + value))
      throw new S3Error("InvalidTag");
  return Object.fromEntries(tags);
};
