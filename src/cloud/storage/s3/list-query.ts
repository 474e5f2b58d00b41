import type { StoredObject } from "../buckets/service.ts";
import { quoted } from "./conditions.ts";
import { S3Error } from "./errors.ts";
import type { Query } from "./request-target.ts";
import { escaped } from "./signature/signing.ts";
import type { XmlElements } from "./xml.ts";

/** Returns the encoder for keys, as set by `encoding-type`. Throws InvalidArgument. */
export const encoderOf = (query: Query): ((text: string) => string) => {
  const type = query.get("encoding-type");
  if (type === undefined) return checkedText;
  if (type.toLowerCase() !== "url")
    throw new S3Error("InvalidArgument", "Invalid Encoding Method specified in Request");
  return (text) => escaped(text.toWellFormed()).replaceAll("%2F", "/").replaceAll("%20", "+");
};

/** What XML 1.0 has no spelling for (§2.2): parsers refuse a reference to it, or drop it and read the name of another object. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

const checkedText = (text: string): string => {
  if (unwritable.test(text))
    throw new S3Error("InvalidRequest", "A name has characters that XML can't contain. List with encoding-type=url.");
  return text;
};

/** Parses a non-negative integer. Throws InvalidArgument. */
export const numberIn = (query: Query, name: string, otherwise: number): number => {
  const text = query.get(name);
  if (text === undefined || text === "") return otherwise;
  if (!/^\d{1,10}$/.test(text) || Number(text) > 2_147_483_647)
    throw new S3Error("InvalidArgument", `Provided ${name} not an integer or within integer range`, {
      elements: { ArgumentName: name, ArgumentValue: text },
    });
  return Number(text);
};

/** Returns the elements of a listed object. */
export const listedElements = (object: StoredObject, encode: (text: string) => string): XmlElements => {
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
