/** Conditional and range requests (RFC 9110) for immutable content. */
import type { IncomingHttpHeaders } from "node:http";
import { byteRangeOf } from "../../engines/network/byte-range.ts";

type Range = ReturnType<typeof byteRangeOf>;

/** Returns the first of `etags` that matches If-None-Match, weak or strong; undefined if none matches. */
export const unchangedTag = (headers: IncomingHttpHeaders, etags: readonly string[]): string | undefined => {
  const header = headers["if-none-match"];
  if (header === undefined) return undefined;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") ? etags[0] : etags.find((etag) => tags.includes(etag));
};

/** Returns the requested range; undefined for the whole file, also for a different If-Range. */
export const rangeOf = (headers: IncomingHttpHeaders, etag: string, sizeBytes: number): Range => {
  const ifRange = headers["if-range"];
  return ifRange !== undefined && ifRange !== etag ? undefined : byteRangeOf(headers.range, sizeBytes);
};
