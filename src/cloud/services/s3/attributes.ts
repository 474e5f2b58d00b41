/** Reads object attributes from headers and writes them back. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { objectMetadataBytesMax } from "../../../../resources/bucket/limits.ts";
import type { Attributes, StoredObject } from "../buckets/service.ts";
import { headerOf } from "./body.ts";
import type { ChecksumAlgorithm } from "../checksums.ts";
import { S3Error } from "./errors.ts";
import { parsedTags } from "./tags.ts";

const metadataPrefix = "x-amz-meta-";
/** What forms call a field need not be what a header can be called. */
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

/** Throws MetadataTooLarge, InvalidArgument or InvalidTag. */
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

/** aws-chunked is how a body travels, not what it is. */
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

/** What GET and HEAD say of an object; `described` is further metadata. */
export const headersOf = (object: StoredObject, described: Readonly<Record<string, string>>): OutgoingHttpHeaders => ({
  ...Object.fromEntries(standardHeaders.map((name) => [name, object[standard[name]]])),
  "content-type": object.contentType ?? "binary/octet-stream",
  ...metadataHeaders({ ...object.metadata, ...described, "ipfs-hash": object.cid }),
  "x-amz-ipfs-hash": object.cid,
  ...(Object.keys(object.tags).length > 0 && { "x-amz-tagging-count": Object.keys(object.tags).length }),
});

const metadataHeaders = (metadata: Readonly<Record<string, string>>): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [metadataPrefix + name, headerText(value)]));

/** What a header can carry: bytes, which Node writes from Latin-1; what else there is goes as UTF-8. */
export const headerText = (text: string): string => {
  const plain = text.replaceAll(/\p{Cc}/gu, (sign) => (isControl(sign) ? " " : sign));
  return /[^\p{ASCII}\u0080-\u00ff]/u.test(plain) ? Buffer.from(plain, "utf8").toString("latin1") : plain;
};

/** Those of ASCII but the tab; further ones are bytes of UTF-8. */
const isControl = (sign: string): boolean => (sign < " " && sign !== "\t") || sign === "\u007f";

/** Checksums as headers, for who asks for them. */
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

/** The same as XML: ChecksumCRC32 … */
export const checksumElements = ({ checksums }: Pick<StoredObject, "checksums">): Record<string, string> =>
  Object.fromEntries(Object.entries(checksums).map(([name, value]) => [`Checksum${name}`, value]));
