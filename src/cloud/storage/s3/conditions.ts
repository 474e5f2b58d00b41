/** Conditional reads, copies and writes, and ranges of objects (RFC 9110, as implemented by S3). */
import type { IncomingHttpHeaders } from "node:http";
import { byteRangeOf } from "../../engines/network/byte-range.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import type { ByteRange, Checksums, StoredObject, WriteCondition } from "../buckets/service.ts";
import { S3Error } from "./errors.ts";
import type { Query } from "./request-target.ts";

/** Checks the conditions of a read. Throws PreconditionFailed, or NotModified with validators. */
export const checkRead = (headers: IncomingHttpHeaders, object: StoredObject): void => {
  const failure = failureOf(headers, "", object);
  if (failure === "changed") throw new S3Error("PreconditionFailed");
  if (failure === "unchanged") throw new S3Error("NotModified", undefined, { headers: validators(object) });
};

/** Checks the conditions for the source of a copy. Throws PreconditionFailed. */
export const checkSource = (headers: IncomingHttpHeaders, source: StoredObject): void => {
  if (failureOf(headers, "x-amz-copy-source-", source)) throw new S3Error("PreconditionFailed");
};

/** Parses the condition of a write, which the bucket checks within its transaction. */
export const writeConditionIn = (headers: IncomingHttpHeaders): WriteCondition | undefined => {
  const [ifMatch, ifNoneMatch] = ["if-match", "if-none-match"].map((name) => headers[name] as string | undefined);
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  return { ifMatch: ifMatch && unquoted(ifMatch), ifNoneMatch: ifNoneMatch && unquoted(ifNoneMatch) };
};

/** Rejects a write early if its condition already fails, before the body is sent. */
export const checkWrite = (condition: WriteCondition | undefined, current: StoredObject | undefined): void => {
  if (!condition) return;
  const { ifMatch, ifNoneMatch } = condition;
  if (ifMatch !== undefined && !current) throw new S3Error("NoSuchKey");
  if (ifMatch !== undefined && ifMatch !== "*" && ifMatch !== current?.etag) throw new S3Error("PreconditionFailed");
  if (ifNoneMatch !== undefined && current && (ifNoneMatch === "*" || ifNoneMatch === current.etag))
    throw new S3Error("PreconditionFailed");
};

export const quoted = (etag: string): string => `"${etag}"`;
export const unquoted = (etag: string): string => etag.trim().replace(/^W\//, "").replaceAll(/^"|"$/g, "");

export const validators = ({ etag, modifiedAt }: StoredObject): Record<string, string> => ({
  etag: quoted(etag),
  "last-modified": modifiedAt.toUTCString(),
});

const failureOf = (
  headers: IncomingHttpHeaders,
  prefix: string,
  { etag, modifiedAt }: StoredObject,
): "changed" | "unchanged" | undefined => {
  const header = (name: string): string | undefined => headers[prefix + name] as string | undefined;
  const names = (list: string): boolean =>
    list
      .split(",")
      .map(unquoted)
      .some((tag) => tag === "*" || tag === etag);
  // HTTP dates have a precision of one second.
  const modified = secondsOf(modifiedAt) * 1000;
  const [match, noneMatch] = [header("if-match"), header("if-none-match")];
  if (match !== undefined && !names(match)) return "changed";
  if (match === undefined && modified > momentOf(header("if-unmodified-since"), Infinity)) return "changed";
  if (noneMatch !== undefined) return names(noneMatch) ? "unchanged" : undefined;
  return modified <= momentOf(header("if-modified-since"), -Infinity) ? "unchanged" : undefined;
};

const momentOf = (text: string | undefined, otherwise: number): number => {
  const moment = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(moment) ? otherwise : moment;
};

/**
 * Returns the requested range; undefined for the whole object, also for a different If-Range. Throws InvalidRange.
 */
export const rangeIn = (
  headers: IncomingHttpHeaders,
  { sizeBytes, etag, modifiedAt }: StoredObject,
): ByteRange | undefined => {
  const ifRange = headers["if-range"];
  if (ifRange !== undefined && ifRange !== quoted(etag) && ifRange !== modifiedAt.toUTCString()) return undefined;
  const range = byteRangeOf(headers.range, sizeBytes);
  if (range === "unsatisfiable") throw outOfRange(sizeBytes);
  return range;
};

/** Parses the range of a copy source: both ends, within the source. Throws InvalidArgument. */
export const sourceRangeIn = (headers: IncomingHttpHeaders, { sizeBytes }: StoredObject): ByteRange | undefined => {
  const text = headers["x-amz-copy-source-range"];
  if (text === undefined) return undefined;
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(String(text)) ?? [];
  const [start, end] = [Number(first ?? Number.NaN), Number(last ?? Number.NaN)];
  if (!(start <= end) || end >= sizeBytes)
    throw new S3Error("InvalidArgument", `Range specified is not valid for source object of size: ${sizeBytes}`);
  return { start, end };
};

export interface PartRange {
  /** undefined for an empty object's single part. */
  readonly range: ByteRange | undefined;
  readonly count: number | undefined;
  readonly checksums: Checksums;
}

/** Returns the range of the part requested with `partNumber`; undefined without it. Throws InvalidPartNumber. */
export const partRange = (
  query: Query,
  { sizeBytes, partSizes, partChecksums, checksums }: StoredObject,
): PartRange | undefined => {
  const text = query.get("partNumber");
  if (text === undefined) return undefined;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1) throw new S3Error("InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
  const sizes = partSizes ?? [sizeBytes];
  const size = sizes[number - 1];
  if (size === undefined) throw new S3Error("InvalidPartNumber");
  const start = sizes.slice(0, number - 1).reduce((sum, bytes) => sum + bytes, 0);
  const range = size === 0 ? undefined : { start, end: start + size - 1 };
  const [algorithm] = Object.keys(checksums);
  const checksum = partChecksums?.[number - 1];
  const isKnown = algorithm !== undefined && checksum !== undefined;
  return { range, count: partSizes?.length, checksums: isKnown ? { [algorithm]: checksum } : {} };
};

const outOfRange = (sizeBytes: number): S3Error =>
  new S3Error("InvalidRange", undefined, {
    elements: { ActualObjectSize: String(sizeBytes) },
    headers: { "content-range": `bytes */${sizeBytes}` },
  });
