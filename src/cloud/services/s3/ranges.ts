import type { IncomingHttpHeaders } from "node:http";
import type { ByteRange, StoredObject } from "../buckets/service.ts";
import { quoted } from "./conditions.ts";
import { S3Error } from "./errors.ts";
import type { Query } from "./query.ts";

/**
 * Parses a single byte range. Returns undefined for the whole object: no, several or invalid ranges, or a different
 * If-Range. Throws InvalidRange.
 */
export const rangeIn = (
  headers: IncomingHttpHeaders,
  { sizeBytes, etag, modifiedAt }: StoredObject,
): ByteRange | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? "") ?? [];
  const ifRange = headers["if-range"];
  const isOther = ifRange !== undefined && ifRange !== quoted(etag) && ifRange !== modifiedAt.toUTCString();
  if ((!first && !last) || isOther) return undefined;
  if (!first) {
    const length = Math.min(Number(last), sizeBytes);
    if (length === 0) throw outOfRange(sizeBytes);
    return { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last ? Number(last) : sizeBytes - 1;
  if (last && end < start) return undefined;
  if (start >= sizeBytes) throw outOfRange(sizeBytes);
  return { start, end: Math.min(end, sizeBytes - 1) };
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

interface PartRange {
  /** undefined for an empty object's single part. */
  readonly range: ByteRange | undefined;
  readonly count: number | undefined;
}

/** Returns the range of the part requested with `partNumber`; undefined without it. Throws InvalidPartNumber. */
export const partRange = (query: Query, { sizeBytes, partSizes }: StoredObject): PartRange | undefined => {
  const text = query.get("partNumber");
  if (text === undefined) return undefined;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1) throw new S3Error("InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
  const sizes = partSizes ?? [sizeBytes];
  const size = sizes[number - 1];
  if (size === undefined) throw new S3Error("InvalidPartNumber");
  const start = sizes.slice(0, number - 1).reduce((sum, bytes) => sum + bytes, 0);
  const range = size === 0 ? undefined : { start, end: start + size - 1 };
  return { range, count: partSizes?.length };
};

const outOfRange = (sizeBytes: number): S3Error =>
  new S3Error("InvalidRange", undefined, {
    elements: { ActualObjectSize: String(sizeBytes) },
    headers: { "content-range": `bytes */${sizeBytes}` },
  });
